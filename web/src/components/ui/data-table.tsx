import { chakra } from "@chakra-ui/react/styled-system";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import type { ReactNode } from "react";
import { tableRecipe } from "./table.tsx";

// The same rows as cards: a title, then the values with their labels above.
const cards = ({ column, wide }: { column: string; wide: string }) => ({
  display: "block",
  // Each value brings its label along.
  "& thead": { display: "none" },
  "& tbody": { display: "block" },
  "& tbody tr": {
    display: "grid",
    gridTemplateColumns: `repeat(auto-fill, minmax(${column}, 1fr))`,
    columnGap: 3,
    rowGap: 2,
    px: 4,
    py: 3,
  },
  "& tbody th, & tbody td": {
    display: "block",
    height: "auto",
    px: "0 !important",
    py: 0,
    textAlign: "start !important",
    overflowWrap: "anywhere",
  },
  "& tbody th": { gridColumn: "1 / -1", fontWeight: 600, textStyle: "bodyLg" },
  "& td[data-wide]": { gridColumn: wide },
  "& td[data-label]::before": {
    content: "attr(data-label)",
    display: "block",
    fontFamily: "body",
    textStyle: "micro",
    letterSpacing: "normal",
    color: "fg.subtle",
  },
});

const phone = "@media (max-width: 767.98px)";
const tablet = "@media (min-width: 768px) and (max-width: 1023.98px)";
const phoneCards = cards({ column: "76px", wide: "1 / -1" });
const tabletCards = cards({ column: "120px", wide: "span 2" });

const Root = chakra("table", {
  ...tableRecipe,
  variants: {
    cardsOn: {
      phones: { [phone]: phoneCards },
      tablets: { [phone]: phoneCards, [tablet]: tabletCards },
      never: {},
    },
  },
});

/** One column: its head and what a row shows in it. */
export type Column<Row> = {
  name: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned in the mono face. */
  numeric?: boolean;
  /** The head is read but not seen, and cards show the value without a label. */
  bare?: boolean;
  /** Takes the whole width of a card, on a tablet two columns of it. */
  wide?: boolean;
};

type DataTableProps<Row> = {
  /** Names the table for screen readers. */
  caption: string;
  /** The first names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Where rows are cards: below 768 px, below 1024 px for tables with much to show, nowhere for those of two columns. */
  cardsOn?: "phones" | "tablets" | "never";
};

/** A table that reads as cards on small screens; the roles keep it a table for screen readers. */
export const DataTable = <Row,>({
  caption,
  columns,
  rows,
  keyOf,
  cardsOn = "phones",
}: DataTableProps<Row>) => (
  <Root role="table" cardsOn={cardsOn}>
    <chakra.caption srOnly>{caption}</chakra.caption>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ name, numeric, bare }) => (
          <th key={name} role="columnheader" scope="col" data-numeric={numeric || undefined}>
            {bare ? <VisuallyHidden>{name}</VisuallyHidden> : name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => (
        <tr key={keyOf(row)} role="row">
          {columns.map(({ name, cell, numeric, bare, wide }, index) =>
            index === 0 ? (
              <th key={name} role="rowheader" scope="row">
                {cell(row)}
              </th>
            ) : (
              <td
                key={name}
                role="cell"
                data-numeric={numeric || undefined}
                data-label={bare ? undefined : name}
                data-wide={wide || undefined}
              >
                {cell(row)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </Root>
);
