import { defineSlotRecipe } from "@chakra-ui/react/styled-system";

const focusRing = { outline: "2px solid {colors.accent.focus}" };

const dialog = defineSlotRecipe({
  slots: [
    "backdrop",
    "positioner",
    "content",
    "header",
    "body",
    "footer",
    "title",
    "description",
    "closeTrigger",
  ],
  base: {
    backdrop: {
      position: "fixed",
      inset: 0,
      zIndex: "popover",
      bg: "bg.backdrop",
      _open: { animation: "fade 280ms" },
    },
    positioner: {
      position: "fixed",
      inset: 0,
      zIndex: "popover",
      display: "flex",
      justifyContent: "center",
      alignItems: { base: "flex-end", md: "flex-start" },
      pt: { base: 0, md: 28 },
      overscrollBehaviorY: "none",
    },
    content: {
      display: "flex",
      flexDirection: "column",
      position: "relative",
      width: "full",
      maxWidth: { base: "full", md: "672px" },
      maxHeight: { base: "92dvh", md: "calc(100dvh - 9rem)" },
      bg: "bg.overlay",
      color: "fg",
      textStyle: "body",
      borderWidth: "1px",
      borderColor: "line",
      borderRadius: { base: "12px 12px 0 0", md: "panel" },
      boxShadow: "overlay",
      outline: 0,
      _open: { animation: "rise 280ms {easings.standard}" },
    },
    header: {
      display: "flex",
      flexDirection: "column",
      px: 5,
      py: 4,
      pe: 16,
      borderBottomWidth: "1px",
      borderColor: "line.subtle",
    },
    body: { flex: 1, overflow: "auto", px: 5, py: 5, _focusVisible: focusRing },
    footer: {
      display: "flex",
      flexWrap: "wrap",
      justifyContent: "space-between",
      gap: 3,
      px: 5,
      py: 4,
      borderTopWidth: "1px",
      borderColor: "line.subtle",
      // On phones the buttons fill their row, also where each has one of its own.
      "& > *": { flexGrow: { base: 1, md: 0 } },
    },
    title: { textStyle: "h3" },
    description: { textStyle: "small", color: "fg.muted" },
    closeTrigger: { position: "absolute", top: 2, insetEnd: 2 },
  },
});

const toast = defineSlotRecipe({
  slots: ["root", "title", "description", "indicator", "actionTrigger", "closeTrigger"],
  base: {
    root: {
      display: "flex",
      gap: 3,
      alignItems: "flex-start",
      width: { base: "calc(100vw - 32px)", md: "380px" },
      ps: 4,
      pe: 12,
      py: 3,
      bg: "bg.overlay",
      color: "fg",
      borderWidth: "1px",
      borderColor: "line",
      borderInlineStart: "3px solid {colors.accent.fg}",
      borderRadius: "control",
      boxShadow: "overlay",
      userSelect: "none",
      touchAction: "pan-y",
      translate: "var(--x) var(--y)",
      opacity: "var(--opacity)",
      transition: "opacity 180ms",
      "&[data-type=error]": { borderInlineStartColor: "warm.fg" },
      // The buttons of a sheet stand where notices else do on a phone.
      "body:has([data-scope=dialog][data-part=content]) &": {
        marginBottom: { base: "calc(100dvh - 32px - var(--first-height))", md: 0 },
      },
    },
    title: { textStyle: "panelTitle" },
    description: { textStyle: "small", color: "fg.muted", overflowWrap: "anywhere" },
    closeTrigger: {
      position: "absolute",
      top: 1.5,
      insetEnd: 1.5,
      display: "inline-flex",
      alignItems: "center",
      justifyContent: "center",
      boxSize: 8,
      color: "fg.muted",
      borderRadius: "control",
      cursor: "pointer",
      _hover: { bg: "bg.hover" },
    },
  },
});

/** Recipes of those Chakra parts that look theirs up by name. */
export const slotRecipes = { dialog, toast };
