import type { AdminTable, TableResponse } from "@orbline/proto/http/admin-tables";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Column } from "#/components/data/data-table.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { tableQuery } from "./api.ts";
import { Mono, PagedList } from "./paged-list.tsx";
import { Bar, Count, Pick, Refresh } from "./tool-bar.tsx";
import { operationMessages } from "./messages.ts";

const tables = [
  "users",
  "waitlist_entries",
  "user_betting_profiles",
  "user_bet_history",
  "ml_model_performance",
] as const satisfies readonly AdminTable[];

const mask = "\u2022".repeat(8);

type Row = TableResponse["rows"][number];
type Cell = Row[string];

const Value = ({ column, value }: { column: string; value: Cell | undefined }) => {
  if (value === null || value === undefined)
    return <Mono color="fg.subtle">{operationMessages.null}</Mono>;
  // The server never sends a password; should a table ever hold one, it is not shown either.
  return <Mono>{column === "password" ? mask : String(value)}</Mono>;
};

/** Longer names and values need the whole width of a card. */
const longestName = 16;
const longestValue = 14;

const columnsOf = (names: readonly string[], rows: readonly Row[]): Column<Row>[] =>
  names.map((name) => ({
    name,
    cell: (row) => <Value column={name} value={row[name]} />,
    wide: name.length > longestName || rows.some((row) => String(row[name]).length > longestValue),
  }));

/** The rows of one table of the product, as its owner shows them. */
export const DatabaseTab = () => {
  const [table, setTable] = useState<AdminTable>("users");
  const query = useInfiniteQuery(tableQuery(table));
  const [first] = query.data?.pages ?? [];
  const columns = first?.columns ?? [];
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const keyOf = (row: Row) => columns.map((name) => String(row[name])).join(" ");
  return (
    <Panel as="div">
      <Bar>
        <Pick
          label={operationMessages.table}
          values={tables}
          value={table}
          onChange={(chosen) => chosen && setTable(chosen)}
        />
        <Refresh onClick={() => void query.refetch()} busy={query.isFetching} />
        <Count>{first && operationMessages.rows(first.total)}</Count>
      </Bar>
      <PagedList
        query={query}
        rows={rows}
        caption={table}
        columns={columnsOf(columns, rows ?? [])}
        keyOf={keyOf}
        failed={operationMessages.tableFailed(table)}
        empty={{ title: operationMessages.noData }}
      />
    </Panel>
  );
};
