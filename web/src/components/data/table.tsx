import { chakra, defineRecipe } from "@chakra-ui/react/styled-system";

/** The look of every table: one rule per row, numbers (`data-numeric`) right-aligned in the mono face. */
export const tableRecipe = defineRecipe({
  base: {
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
    "& tbody tr:not(:last-of-type)": { borderBottom: "1px solid {colors.line.subtle}" },
    "& tbody tr:hover": { bg: "bg.hover" },
    "& tr > :first-child": { paddingInlineStart: { base: 4, md: 5 } },
    "& tr > :last-child": { paddingInlineEnd: { base: 4, md: 5 } },
    "& [data-numeric], & [data-action]": { textAlign: "end" },
    // What ends at a column's end and what begins at the next one's start need room between them.
    "& [data-numeric] + :not([data-numeric])": { paddingInlineStart: 8 },
    "& td[data-numeric]": { textStyle: "num", fontSize: "13px" },
  },
});

/** A table written out by hand. */
export const Table = chakra("table", tableRecipe);
