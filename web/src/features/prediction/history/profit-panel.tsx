import { chakra } from "@chakra-ui/react/styled-system";
import type { HistoryEntry } from "@orbline/proto/http/prediction/history";
import { RunningChart } from "#/components/charts/charts.tsx";
import { DataTable } from "#/components/data/data-table.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { ChartTable } from "#/components/data/chart-table.tsx";
import { day, money, signedMoney } from "#/lib/format.ts";
import { entryName } from "../names.ts";
import { messages } from "../messages.ts";

const dollars = (value: number) => money(value).replace(/\.00$/, "");

/** The running profit of the listed predictions that are settled. */
export function ProfitPanel({ running }: { running: ReturnType<typeof runningProfit> }) {
  const last = running.at(-1);
  if (last === undefined) return null;
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
          columns={[
            { name: messages.columns.bet, cell: ({ entry }) => entryName(entry) },
            { name: messages.settledOn, numeric: true, cell: ({ at }) => day(at) },
            {
              name: messages.columns.profit,
              numeric: true,
              cell: ({ entry: { profit } }) => signedMoney(profit),
            },
            { name: messages.running, numeric: true, cell: ({ sum }) => signedMoney(sum) },
          ]}
          rows={running.toReversed()}
          keyOf={({ entry }) => entry.id}
        />
      </ChartTable>
    </Panel>
  );
}

/** The settled predictions in the order of settlement, each with the profit up to it. */
export function runningProfit(entries: readonly HistoryEntry[]) {
  const settled = entries
    .flatMap((entry) => (entry.settledAt === null ? [] : { entry, at: entry.settledAt }))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  // Whole cents, so that sums stay exact.
  let cents = 0;
  return settled.map(({ entry, at }) => {
    cents += Math.round(entry.profit * 100);
    return { entry, at, sum: cents / 100 };
  });
}
