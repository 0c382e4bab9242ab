import { defineRecipe, defineSlotRecipe } from "@chakra-ui/react/styled-system";

const rule = "1px solid {colors.line.subtle}";

/** One line per row; numbers (`data-numeric`) are right-aligned in the mono face. */
export const table = defineSlotRecipe({
  slots: ["root"],
  base: {
    root: {
      width: "full",
      borderCollapse: "collapse",
      textAlign: "start",
      "& th, & td": {
        px: { base: 1, md: 2 },
        py: 2,
        height: "44px",
        textAlign: "start",
        fontWeight: 400,
      },
      "& thead th": { textStyle: "micro", color: "fg.subtle", height: "36px" },
      "& thead tr": { borderBottom: "1px solid {colors.line}" },
      "& tbody tr:not(:last-of-type)": { borderBottom: rule },
      "& tbody tr:hover": { bg: "bg.hover" },
      "& tbody tr[data-group]": { bg: "bg.well", color: "fg.muted" },
      "& tbody tr[data-group] th": { textStyle: "label", height: "36px" },
      // The hover of the last row follows the corners of a panel that ends with the table.
      "&:last-child": { clipPath: "inset(0 round 0 0 11px 11px)" },
      "& tr > :first-child": { paddingInlineStart: { base: 4, md: 5 } },
      "& tr > :last-child": { paddingInlineEnd: { base: 4, md: 5 } },
      "& [data-numeric], & [data-action]": { textAlign: "end" },
      // Space between a number at the end of its column and a text at the start of the next one.
      "& [data-numeric] + :not([data-numeric])": { paddingInlineStart: 8 },
      "& td[data-numeric]": { textStyle: "num", fontSize: "13px" },
    },
  },
});

export const badge = defineRecipe({
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: 1.5,
    px: 2,
    py: "3px",
    borderRadius: "badge",
    borderWidth: "1px",
    borderColor: "transparent",
    fontFamily: "body",
    letterSpacing: "normal",
    fontSize: "12px",
    lineHeight: "16px",
    fontWeight: 550,
    whiteSpace: "nowrap",
    width: "fit-content",
  },
  variants: {
    tone: {
      neutral: { bg: "bg.raised", color: "fg.muted" },
      accent: { bg: "accent.subtle", color: "accent.fg" },
      accentOutline: { bg: "accent.subtle", color: "accent.fg", borderColor: "accent.line" },
      warm: { bg: "warm.subtle", color: "warm.fg" },
      warmOutline: { color: "warm.fg", borderColor: "warm.line" },
    },
  },
  defaultVariants: { tone: "neutral" },
});

export const dataList = defineSlotRecipe({
  slots: ["root", "item", "itemLabel", "itemValue"],
  base: {
    item: {
      display: "grid",
      gridTemplateColumns: { base: "minmax(0, 2fr) minmax(0, 3fr)", md: "160px 1fr" },
      gap: 3,
      py: 2,
      alignItems: "baseline",
      "&:not(:last-child)": { borderBottom: rule },
      _first: { pt: 0 },
      _last: { pb: 0 },
    },
    itemLabel: { color: "fg.subtle" },
    itemValue: { textStyle: "num", fontSize: "13px", overflowWrap: "anywhere", minWidth: 0 },
  },
});

export const timeline = defineSlotRecipe({
  slots: ["root", "item", "indicator", "content", "title", "description"],
  base: {
    root: {
      width: "full",
      "--when": { base: "56px", md: "72px" },
      // A date with its year stays on one line; on a phone it stands above its text.
      "&[data-years]": { "--when": { md: "96px" } },
      "&[data-years] > *": {
        gridTemplateColumns: { base: "16px 1fr auto", md: "var(--when) 16px 1fr auto" },
        "& > :nth-child(1)": { gridArea: { base: "1 / 2", md: "auto" } },
        "& > :nth-child(2)": { gridArea: { base: "1 / 1", md: "auto" } },
        "& > :nth-child(3)": { gridArea: { base: "2 / 2 / auto / 4", md: "auto" } },
        "& > :nth-child(4)": { gridArea: { base: "1 / 3", md: "auto" } },
      },
      "&[data-years] > *:not(:last-child)::before": {
        insetInlineStart: { base: "5.5px", md: "calc(var(--when) + 17.5px)" },
      },
    },
    item: {
      position: "relative",
      display: "grid",
      gridTemplateColumns: "var(--when) 16px 1fr auto",
      columnGap: 3,
      alignItems: "start",
      pb: 4,
      _last: { pb: 0 },
      "&:not(:last-child)::before": {
        content: '""',
        position: "absolute",
        top: "17px",
        bottom: "-5px",
        insetInlineStart: "calc(var(--when) + 17.5px)",
        width: "1px",
        bg: "line.control",
      },
    },
    indicator: {
      position: "relative",
      boxSize: "12px",
      mt: "5px",
      borderWidth: "1px",
      borderColor: "line.control",
      borderRadius: "50%",
      bg: "bg.canvas",
      "&[data-now]": { borderColor: "accent.fg", bg: "accent.subtle" },
    },
    title: {
      textStyle: "numSm",
      color: "fg.muted",
      fontSize: "13px",
      lineHeight: "22px",
      whiteSpace: "nowrap",
    },
    description: { textStyle: "num", lineHeight: "22px", textAlign: "end" },
  },
});
