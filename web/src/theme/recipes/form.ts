import { defineRecipe, defineSlotRecipe } from "@chakra-ui/react/styled-system";

export const input = defineRecipe({
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
    _focusVisible: { outline: "2px solid {colors.accent.focus}", outlineOffset: "0" },
    _invalid: { borderColor: "warm.fg", _hover: { borderColor: "warm.fg" } },
    _disabled: { bg: "bg.raised", color: "fg.subtle", cursor: "not-allowed" },
  },
});

export const field = defineSlotRecipe({
  slots: ["root", "label", "helperText", "errorText"],
  base: {
    root: { display: "flex", flexDirection: "column", gap: 1.5, width: "full", minWidth: 0 },
    label: { textStyle: "label", color: "fg.muted" },
    helperText: { textStyle: "small", color: "fg.subtle" },
    errorText: { textStyle: "label", color: "fg.error" },
  },
});

export const nativeSelect = defineSlotRecipe({
  slots: ["root", "field", "indicator"],
  base: {
    root: { display: "flex", position: "relative", width: "full", height: "fit-content" },
    field: {
      ...input.base,
      appearance: "none",
      pe: 9,
      "& > option": { bg: "bg.overlay", color: "fg" },
    },
    indicator: {
      position: "absolute",
      display: "inline-flex",
      alignItems: "center",
      insetBlock: 0,
      insetEnd: 3,
      pointerEvents: "none",
      color: "fg.muted",
    },
  },
});
