import { defineRecipe, defineSlotRecipe } from "@chakra-ui/react/styled-system";

export const spinner = defineRecipe({
  base: {
    display: "inline-block",
    boxSize: 4,
    flexShrink: 0,
    borderRadius: "50%",
    border: "2px solid currentColor",
    borderBottomColor: "transparent",
    borderInlineStartColor: "transparent",
    animation: "spin 800ms linear infinite",
  },
});

export const emptyState = defineSlotRecipe({
  slots: ["root", "indicator", "title", "description"],
  base: {
    root: {
      display: "flex",
      flexDirection: "column",
      alignItems: "center",
      textAlign: "center",
      gap: 3,
      px: 5,
      py: { base: 10, md: 14 },
      color: "fg.muted",
    },
    indicator: { color: "fg.subtle" },
    title: { textStyle: "empty", color: "fg" },
    description: { maxWidth: "44ch" },
  },
});
