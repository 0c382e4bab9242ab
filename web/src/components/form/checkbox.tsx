import { chakra } from "@chakra-ui/react/styled-system";
import { Check } from "lucide-react";
import { useId, type ComponentProps, type ReactNode } from "react";
import { hiddenInput } from "./hidden-input.ts";

const Row = chakra("div", {
  base: { display: "grid", gridTemplateColumns: "24px 1fr", columnGap: 2, alignItems: "start" },
});

const Box = chakra("span", {
  base: {
    position: "relative",
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    boxSize: "20px",
    my: "1px",
    bg: "bg.well",
    color: "accent.contrast",
    borderWidth: "1px",
    borderColor: "line.control",
    borderRadius: "badge",
    "& svg": { visibility: "hidden" },
    "&:has(:checked)": { bg: "accent.solid", borderColor: "accent.line" },
    "&:has(:checked) svg": { visibility: "visible" },
    "&:has(:focus-visible)": {
      outline: "2px solid {colors.accent.focus}",
      outlineOffset: "2px",
    },
    "&:has([aria-invalid=true])": { borderColor: "warm.fg" },
  },
});

const Input = chakra("input", {
  base: { ...hiddenInput, inset: "-12px", width: "44px", height: "44px" },
});
const Label = chakra("label", {
  base: { textStyle: "body", color: "fg.muted", cursor: "pointer" },
});
const ErrorText = chakra("p", {
  base: { gridColumn: 2, textStyle: "label", color: "fg.error", mt: 1 },
});

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  error?: string | undefined;
  children: ReactNode;
};

/** A checkbox with its text; links inside the text stay clickable. */
export const Checkbox = ({ error, children, ...input }: CheckboxProps) => {
  const id = useId();
  return (
    <Row>
      <Box>
        <Input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        <Check size={14} strokeWidth={3} aria-hidden />
      </Box>
      <Label htmlFor={id}>{children}</Label>
      {error !== undefined && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </Row>
  );
};
