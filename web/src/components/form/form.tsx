import { chakra } from "@chakra-ui/react/styled-system";
import { zodResolver } from "@hookform/resolvers/zod";
import type { ComponentProps, ReactNode } from "react";
import {
  FormProvider,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type UseFormReturn,
} from "react-hook-form";
import type { z } from "zod";

const Root = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

export type FormProps<Input extends FieldValues, Output> = Omit<
  ComponentProps<typeof Root>,
  "onSubmit" | "onInvalid" | "children"
> & {
  schema: z.ZodType<Output, Input>;
  defaults: NoInfer<DefaultValues<Input>>;
  onSubmit: (values: Output) => unknown;
  /** Called with the typed values instead of `onSubmit` when the schema refuses them. */
  onInvalid?: (values: Input, errors: FieldErrors<Input>) => unknown;
  /** Fields that read or write other fields get the form of react-hook-form. */
  children: ReactNode | ((form: UseFormReturn<Input, unknown, Output>) => ReactNode);
};

/** A form whose values are checked by a schema. Its fields are named after the keys of the schema. */
export function Form<Input extends FieldValues, Output>({
  schema,
  defaults,
  onSubmit,
  onInvalid,
  children,
  ...root
}: FormProps<Input, Output>) {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: defaults,
  });
  const submit = form.handleSubmit(
    (values) => void onSubmit(values),
    (errors) => void onInvalid?.(form.getValues(), errors),
  );
  return (
    <FormProvider {...form}>
      <Root noValidate onSubmit={(event) => void submit(event)} {...root}>
        {typeof children === "function" ? children(form) : children}
      </Root>
    </FormProvider>
  );
}
