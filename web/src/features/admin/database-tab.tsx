import { adminTables, type TableResponse } from "@orbline/proto/http/admin/tables";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Column } from "#/components/data/data-table.tsx";
import { useAddressChoice } from "./address-filters.ts";
import { tableQuery } from "./api.ts";
import { ListTab, Mono, Pick } from "./list-tab.tsx";
import { messages } from "./messages.ts";

type Row = TableResponse["rows"][number];

/** The rows of one table, with the columns that its owning service shows. */
export function DatabaseTab() {
  const [chosen, setTable] = useAddressChoice("table", adminTables);
  const table = chosen ?? "users";
  const query = useInfiniteQuery(tableQuery(table));
  const [first] = query.data?.pages ?? [];
  const columns = first?.columns ?? [];
  const rows = query.data?.pages.flatMap((page) => page.rows);
  return (
    <ListTab
      query={query}
      rows={rows}
      caption={table}
      columns={columnsOf(columns)}
      keyOf={(row) => columns.map((name) => String(row[name])).join(" ")}
      failed={messages.tableFailed(table)}
      empty={{ title: messages.noData }}
      filters={
        <Pick label={messages.table} values={adminTables} value={table} onChange={setTable} />
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

function Cell({ column, value }: { column: string; value: Row[string] | undefined }) {
  if (value === null || value === undefined)
    return <Mono color="fg.subtle">{messages.nothing}</Mono>;
  // The server never sends a password. If it ever does, this screen still masks it.
  return <Mono>{column === "password" ? mask : String(value)}</Mono>;
}
