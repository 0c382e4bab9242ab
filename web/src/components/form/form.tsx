import { chakra } from "@chakra-ui/react/styled-system";
import { useEffect, type ComponentProps, type ReactNode } from "react";
import {
  FormProvider,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from "react-hook-form";
import type { z } from "zod";
import { layoutMessages } from "#/shared/messages.ts";
import { issuesOf } from "#/lib/api.ts";
import { notify } from "#/stores/toast-store.ts";

const Root = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

type Schema<Input, Output> = z.ZodType<Output, Input>;

export type FormProps<Input extends FieldValues, Output> = Omit<
  ComponentProps<typeof Root>,
  "onSubmit" | "onInvalid" | "children"
> & {
  /** A form on a prerendered page passes a loader, so that the page does not wait for zod. */
  schema: Schema<Input, Output> | (() => Promise<Schema<Input, Output>>);
  defaults: NoInfer<DefaultValues<Input>>;
  onSubmit: (values: Output) => unknown;
  /** Called with the typed values instead of `onSubmit` when the schema refuses them. */
  onInvalid?: (values: Input, errors: FieldErrors<Input>) => unknown;
  /** The failure of the submit; the fields that it names show its messages, and the first of them gets the focus. */
  error?: unknown;
  /** The field that shows a refusal that names no field. */
  refusalField?: Path<Input>;
  /** Fields that read or write other fields get the form of react-hook-form. */
  children: ReactNode | ((form: UseFormReturn<Input, unknown, Output>) => ReactNode);
};

/** A form whose values are checked by a schema. Its fields are named after the keys of the schema. */
export function Form<Input extends FieldValues, Output>({
  schema,
  defaults,
  onSubmit,
  onInvalid,
  error,
  refusalField,
  children,
  ...root
}: FormProps<Input, Output>) {
  const loadResolver = async () => {
    const [{ zodResolver }, loaded] = await Promise.all([
      import("@hookform/resolvers/zod"),
      typeof schema === "function" ? schema() : schema,
    ]);
    return zodResolver(loaded);
  };
  const form = useForm<Input, unknown, Output>({
    resolver: async (values, context, options) => (await loadResolver())(values, context, options),
    defaultValues: defaults,
  });
  const { setError } = form;
  useEffect(() => {
    const issues = issuesOf(error, refusalField).filter(({ path }) => path in defaults);
    for (const [index, { path, code, message }] of issues.entries())
      setError(path as Path<Input>, { type: code, message }, { shouldFocus: index === 0 });
    // `defaults` changes with every render and must not run the effect again.
  }, [error, refusalField, setError]);
  const submit = form.handleSubmit(
    (values) => void onSubmit(values),
    (errors) => void onInvalid?.(form.getValues(), errors),
  );
  return (
    <FormProvider {...form}>
      <Root
        noValidate
        // Loads the schema while the user fills in the fields, before the first submit.
        onFocus={() => void loadResolver().catch(() => undefined)}
        onSubmit={(event) => void submit(event).catch(notifyUnloaded)}
        {...root}
      >
        {typeof children === "function" ? children(form) : children}
      </Root>
    </FormProvider>
  );
}

function notifyUnloaded() {
  notify({
    title: layoutMessages.failedTitle,
    description: layoutMessages.crashText,
    kind: "error",
  });
}
