import { defineRecipe, defineSlotRecipe } from "@chakra-ui/react/styled-system";

const sidePadding = { base: 4, md: 5 };

export const heading = defineRecipe({ base: { textStyle: "h1", color: "fg" } });

export const skipNavLink = defineRecipe({
  base: {
    position: "absolute",
    insetStart: 4,
    top: "-100px",
    zIndex: "skipNav",
    px: 4,
    py: 2.5,
    bg: "bg.overlay",
    borderWidth: "1px",
    borderColor: "line.control",
    borderRadius: "control",
    fontWeight: 600,
    _focus: { top: 2 },
  },
});

export const card = defineSlotRecipe({
  slots: ["root", "header", "title", "body", "footer"],
  base: {
    root: {
      position: "relative",
      bg: "bg.panel",
      borderWidth: "1px",
      borderColor: "line",
      borderRadius: "panel",
      boxShadow: "panel",
      minWidth: 0,
    },
    header: {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      justifyContent: "space-between",
      columnGap: 3,
      rowGap: 1,
      minHeight: "44px",
      px: sidePadding,
      py: 2,
      borderBottomWidth: "1px",
      borderColor: "line.subtle",
    },
    title: { textStyle: "panelTitle" },
    body: { p: sidePadding },
    footer: {
      px: sidePadding,
      py: 3,
      borderTopWidth: "1px",
      borderColor: "line.subtle",
      color: "fg.muted",
      textStyle: "small",
    },
  },
});
