import { chakra } from "@chakra-ui/react/styled-system";
import { createContext, use, type ComponentProps } from "react";

/** The look of a text field and of a list of options. */
export const controlStyle = {
  width: "full",
  minWidth: 0,
  height: { base: "44px", md: "40px" },
  px: 3,
  bg: "bg.well",
  color: "fg",
  fontSize: { base: "16px", md: "14px" },
  borderWidth: "1px",
  borderColor: "line.control",
  borderRadius: "control",
  transition: "border-color 120ms",
  _hover: { borderColor: "fg.subtle" },
  _focusVisible: { outline: "2px solid {colors.accent.focus}", outlineOffset: "0" },
  _invalid: { borderColor: "warm.fg", _hover: { borderColor: "warm.fg" } },
  _disabled: { bg: "bg.raised", color: "fg.subtle", cursor: "not-allowed" },
} as const;

/** What a field gives the control in it: its id, and the texts that screen readers read with it. */
export const ControlContext = createContext<{
  id?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
}>({});

const StyledInput = chakra("input", { base: controlStyle });

/** A line of text. In a field it has the field's label. */
export function Input(props: ComponentProps<typeof StyledInput>) {
  return <StyledInput {...use(ControlContext)} {...props} />;
}
