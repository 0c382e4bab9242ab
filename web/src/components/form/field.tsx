import { chakra } from "@chakra-ui/react/styled-system";
import { useId, useMemo, type ReactNode } from "react";
import { ControlContext } from "./input.tsx";

const Root = chakra("div", {
  base: { display: "flex", flexDirection: "column", gap: 1.5, width: "full", minWidth: 0 },
});
const Label = chakra("label", { base: { textStyle: "label", color: "fg.muted" } });
const Help = chakra("span", { base: { textStyle: "small", color: "fg.subtle" } });
const ErrorText = chakra("span", { base: { textStyle: "label", color: "fg.error" } });

type FieldProps = {
  label: ReactNode;
  error?: string | undefined;
  help?: ReactNode;
  children: ReactNode;
};

/** A labeled control with its help and its error. Screen readers read both with the control. */
export function Field({ label, error, help, children }: FieldProps) {
  const id = useId();
  const hasHelp = help !== undefined;
  const isInvalid = error !== undefined;
  const control = useMemo(
    () => ({
      id,
      "aria-describedby":
        [hasHelp && `${id}-help`, isInvalid && `${id}-error`].filter(Boolean).join(" ") ||
        undefined,
      "aria-invalid": isInvalid || undefined,
    }),
    [id, hasHelp, isInvalid],
  );
  return (
    <Root>
      <Label htmlFor={id}>{label}</Label>
      <ControlContext value={control}>{children}</ControlContext>
      {hasHelp && <Help id={`${id}-help`}>{help}</Help>}
      {isInvalid && (
        <ErrorText id={`${id}-error`} aria-live="polite">
          {error}
        </ErrorText>
      )}
    </Root>
  );
}
