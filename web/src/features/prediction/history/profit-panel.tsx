import { chakra } from "@chakra-ui/react/styled-system";
import type { HistoryEntry } from "@orbline/proto/http/prediction/history";
import { RunningChart } from "#/components/charts/charts.tsx";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { ChartTable } from "#/components/data/chart-table.tsx";
import { day, money, signedMoney } from "#/lib/format.ts";
import { entryName } from "./entry-name.ts";
import { runningProfit, type RunningEntry } from "./running-profit.ts";
import { messages } from "../messages.ts";

const columns: Column<RunningEntry>[] = [
  { name: messages.columns.bet, cell: ({ entry }) => entryName(entry) },
  { name: messages.settledOn, numeric: true, cell: ({ entry }) => day(entry.settledAt ?? "") },
  { name: messages.columns.profit, numeric: true, cell: ({ entry }) => signedMoney(entry.profit) },
  { name: messages.running, numeric: true, cell: ({ sum }) => signedMoney(sum) },
];

const dollars = (value: number) => money(value).replace(/\.00$/, "");

/** The running profit of the listed predictions, once two are settled. */
export function ProfitPanel({ entries }: { entries: readonly HistoryEntry[] }) {
  const running = runningProfit(entries);
  const last = running.at(-1);
  if (last === undefined || running.length < 2) return null;
  return (
    <Panel title={messages.profit} meta={signedMoney(last.sum)}>
      <PanelBody>
        <RunningChart
          values={running.map(({ sum }) => sum)}
          format={dollars}
          label={messages.profitLabel(running.length, signedMoney(last.sum))}
        />
        <chakra.p textStyle="small" color="fg.muted" mt={2}>
          {messages.profitNote(running.length)}
        </chakra.p>
      </PanelBody>
      <ChartTable label={messages.profitTwin}>
        <DataTable
          caption={messages.profit}
          columns={columns}
          rows={running.toReversed()}
          keyOf={({ entry }) => entry.id}
        />
      </ChartTable>
    </Panel>
  );
}
