import { adminTables, type TableResponse } from "@orbline/proto/http/admin/tables";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Column } from "#/components/data/data-table.tsx";
import { pairs } from "#/components/data/table-lines.ts";
import { useAddressChoice } from "./address-filters.ts";
import { tableQuery } from "./api.ts";
import { ListTab, Mono, Pick, SearchBox } from "./list-tab.tsx";
import { messages } from "./messages.ts";

type Row = TableResponse["rows"][number];

/** The rows of one table, with the columns that its owning service shows. */
export function DatabaseTab() {
  const [chosen, setTable] = useAddressChoice("table", adminTables);
  const table = chosen ?? "users";
  const query = useInfiniteQuery(tableQuery(table));
  const [first] = query.data?.pages ?? [];
  const columns = first?.columns ?? [];
  const [filter, setFilter] = useState("");
  const wanted = filter.trim().toLowerCase();
  const isShown = (row: Row) =>
    columns.some((name) => textOf(name, row[name]).toLowerCase().includes(wanted));
  const loaded = query.data?.pages.flatMap((page) => page.rows);
  const rows = wanted === "" ? loaded : loaded?.filter(isShown);
  return (
    <ListTab
      query={query}
      rows={rows}
      caption={table}
      narrow={pairs}
      columns={columnsOf(columns)}
      keyOf={(row) => columns.map((name) => String(row[name])).join(" ")}
      failed={messages.tableFailed(table)}
      empty={{ title: loaded?.length === 0 ? messages.noData : messages.noRowMatches }}
      filters={
        <>
          <SearchBox label={messages.filterRows} value={filter} onChange={setFilter} />
          <Pick label={messages.table} values={adminTables} value={table} onChange={setTable} />
        </>
      }
      count={first && messages.rows(first.total)}
    />
  );
}

function columnsOf(names: readonly string[]): Column<Row>[] {
  return names.map((name) => ({
    name,
    cell: (row) => <Cell column={name} value={row[name]} />,
  }));
}

const mask = "\u2022".repeat(8);

/** The text of a cell. The server never sends a password. If it ever does, this screen still masks it. */
function textOf(column: string, value: Row[string] | undefined): string {
  if (value === null || value === undefined) return messages.nothing;
  return column === "password" ? mask : String(value);
}

function Cell({ column, value }: { column: string; value: Row[string] | undefined }) {
  const isMissing = value === null || value === undefined;
  return <Mono color={isMissing ? "fg.subtle" : undefined}>{textOf(column, value)}</Mono>;
}
