import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import { layoutTexts } from "#/texts/layout.ts";

const missing = `${layoutTexts.failedTitle}. ${layoutTexts.failedText}`;

/**
 * Validates a form with a schema that is loaded when the form is first checked, not when it is drawn; if it
 * does not come, the first field that is checked says so, and the next check asks for it again.
 */
export const lazyResolver =
  <Input extends FieldValues, Output>(
    load: () => Promise<z.ZodType<Output, Input>>,
  ): Resolver<Input, unknown, Output> =>
  async (values, context, options) => {
    const files = await Promise.all([import("@hookform/resolvers/zod"), load()]).catch(
      () => undefined,
    );
    if (files === undefined) {
      const [field = "form"] = options.names ?? [];
      return {
        values: {},
        errors: { [field]: { type: "load", message: missing } } as FieldErrors<Input>,
      };
    }
    const [{ zodResolver }, schema] = files;
    return zodResolver(schema)(values, context, options);
  };
