import type { FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";

/** Validates a form with a schema that is loaded when the form is first checked, not when it is drawn. */
export const lazyResolver =
  <Input extends FieldValues, Output>(
    load: () => Promise<z.ZodType<Output, Input>>,
  ): Resolver<Input, unknown, Output> =>
  async (values, context, options) => {
    const [{ zodResolver }, schema] = await Promise.all([
      import("@hookform/resolvers/zod"),
      load(),
    ]);
    return zodResolver(schema)(values, context, options);
  };
