import { defineRecipe } from "@chakra-ui/react/styled-system";

/** The look shared by every control one types or selects in. */
export const controlRecipe = defineRecipe({
  base: {
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
    _focusVisible: {
      outline: "2px solid {colors.accent.focus}",
      outlineOffset: "0",
    },
    _invalid: { borderColor: "warm.fg", _hover: { borderColor: "warm.fg" } },
    _disabled: { bg: "bg.raised", color: "fg.subtle", cursor: "not-allowed" },
  },
});
