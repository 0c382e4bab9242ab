import { chakra, type SystemStyleObject } from "@chakra-ui/react/styled-system";
import { Table } from "@chakra-ui/react/table";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import { Fragment, type ReactNode } from "react";

// The rows as cards: a title, then the values with their labels above them.
const cards = ({ column, wide }: { column: number; wide: string }) => ({
  display: "block",
  // Each value has its label in `data-label`.
  "& thead": { display: "none" },
  "& tbody": { display: "block" },
  "& tbody tr": {
    display: "grid",
    gridTemplateColumns: `repeat(auto-fill, minmax(${column}px, 1fr))`,
    columnGap: 3,
    rowGap: 2,
    px: { base: 4, md: 5 },
    py: 3,
    // Browsers lay out a card when it comes near the screen. Until then it has this height.
    contentVisibility: "auto",
    containIntrinsicHeight: "auto 140px",
  },
  "& tbody th, & tbody td": {
    display: "block",
    height: "auto",
    px: "0 !important",
    py: 0,
    textAlign: "start !important",
    lineHeight: "22px",
    overflowWrap: "anywhere",
  },
  "& tbody th": { gridColumn: "1 / -1", fontWeight: 600, textStyle: "bodyLg" },
  "& td[data-numeric]": { lineHeight: "22px" },
  "& td[data-wide]": { gridColumn: wide },
  // The action of a row is beside its title.
  "& tr:has(> td[data-action]) > th": {
    gridRow: 1,
    pe: "100px !important",
    alignSelf: "center",
  },
  "& td[data-action]": { gridRow: 1, gridColumn: "-2 / -1", justifySelf: "end" },
  "& td[data-label]::before": {
    content: "attr(data-label)",
    display: "block",
    fontFamily: "body",
    textStyle: "micro",
    fontWeight: 400,
    letterSpacing: "normal",
    color: "fg.subtle",
  },
});

// On paper rows stay rows.
const phone = "@media screen and (max-width: 767.98px)";
const tablet = "@media screen and (min-width: 768px) and (max-width: 1023.98px)";
const narrowStyles = {
  phones: (rows?: SystemStyleObject) => ({
    [phone]: rows ?? cards({ column: 76, wide: "1 / -1" }),
  }),
  tablets: (rows?: SystemStyleObject) => ({
    [phone]: rows ?? cards({ column: 112, wide: "1 / -1" }),
    [tablet]: rows ?? cards({ column: 100, wide: "span 2" }),
  }),
  never: () => ({}),
};

/** One column: its header and the content of its cells. */
export type Column<Row> = {
  name: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned in the mono face. */
  numeric?: boolean;
  /** Holds an action on the row. Only screen readers get the column's head. */
  action?: boolean;
  /** Spans the width of a card, on a tablet two columns of it. */
  wide?: boolean;
  /** Where the value of a row in lines is: beside the name, or below the others. */
  part?: "first" | "last";
  /** At the end of its line. */
  atEnd?: boolean;
  /** Speaks for itself: in lines only screen readers get the column's head. */
  plain?: boolean;
};

type DataTableProps<Row> = {
  /** Names the table for screen readers. */
  caption: string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The heading of a row's group; rows of a group follow each other. */
  groupOf?: (row: Row) => string;
  /** Rows are cards below 768 px, or also below 1024 px for wide tables; never for tables of two columns. */
  cardsOn?: "phones" | "tablets" | "never";
  /** What rows are instead of cards: `lines` of table-lines.ts, which take less space. */
  narrow?: SystemStyleObject;
};

/** A table that looks like cards on small screens. The roles keep it a table for screen readers. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  groupOf,
  cardsOn = "phones",
  narrow,
}: DataTableProps<Row>) {
  return (
    <Table.Root role="table" css={narrowStyles[cardsOn](narrow)}>
      <chakra.caption srOnly>{caption}</chakra.caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ name, numeric, action }) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              data-numeric={numeric || undefined}
              data-action={action || undefined}
            >
              {action ? <VisuallyHidden>{name}</VisuallyHidden> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, place) => {
          const group = groupOf?.(row);
          const before = rows[place - 1];
          return (
            <Fragment key={keyOf(row)}>
              {group !== undefined && (before === undefined || groupOf?.(before) !== group) && (
                <tr role="row" data-group>
                  <th role="rowheader" scope="rowgroup" colSpan={columns.length}>
                    {group}
                  </th>
                </tr>
              )}
              <tr role="row">
                {columns.map(({ name, cell, numeric, action, wide, part, atEnd, plain }, index) =>
                  index === 0 ? (
                    <th key={name} role="rowheader" scope="row">
                      {cell(row)}
                    </th>
                  ) : (
                    <td
                      key={name}
                      role="cell"
                      data-numeric={numeric || undefined}
                      data-action={action || undefined}
                      data-label={action ? undefined : name}
                      data-wide={wide || undefined}
                      data-part={part}
                      data-end={atEnd || undefined}
                      data-plain={plain || undefined}
                    >
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            </Fragment>
          );
        })}
      </tbody>
    </Table.Root>
  );
}
