import { Field as ChakraField } from "@chakra-ui/react/field";
import type { ReactNode } from "react";

type FieldProps = {
  label: ReactNode;
  error?: string | undefined;
  help?: ReactNode;
  children: ReactNode;
};

/** A labeled control with its help and its error. Screen readers read both with the control. */
export function Field({ label, error, help, children }: FieldProps) {
  return (
    <ChakraField.Root invalid={error !== undefined}>
      <ChakraField.Label>{label}</ChakraField.Label>
      {children}
      {help !== undefined && <ChakraField.HelperText>{help}</ChakraField.HelperText>}
      <ChakraField.ErrorText>{error}</ChakraField.ErrorText>
    </ChakraField.Root>
  );
}
