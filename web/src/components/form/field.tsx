import { chakra } from "@chakra-ui/react/styled-system";
import { useId, type ReactNode } from "react";
import { FieldContext } from "./field-context.ts";

const Root = chakra("div", {
  base: { display: "flex", flexDirection: "column", gap: 1.5, width: "full", minWidth: 0 },
});
const Label = chakra("label", { base: { textStyle: "label", color: "fg.muted" } });
const Help = chakra("div", { base: { textStyle: "small", color: "fg.subtle" } });
const ErrorText = chakra("div", { base: { textStyle: "label", color: "fg.error" } });

type FieldProps = {
  label: ReactNode;
  error?: string | undefined;
  help?: ReactNode;
  children: ReactNode;
};

/** A labelled control with its help and its error, both read with the control. */
export const Field = ({ label, error, help, children }: FieldProps) => {
  const id = useId();
  const [helpId, errorId] = [`${id}-help`, `${id}-error`];
  const described = [help !== undefined && helpId, error !== undefined && errorId].filter(Boolean);
  return (
    <FieldContext
      value={{
        id,
        "aria-describedby": described.join(" ") || undefined,
        "aria-invalid": error === undefined ? undefined : true,
      }}
    >
      <Root>
        <Label htmlFor={id}>{label}</Label>
        {children}
        {help !== undefined && <Help id={helpId}>{help}</Help>}
        {error !== undefined && (
          <ErrorText id={errorId} aria-live="polite">
            {error}
          </ErrorText>
        )}
      </Root>
    </FieldContext>
  );
};
