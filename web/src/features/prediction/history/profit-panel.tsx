import { chakra } from "@chakra-ui/react/styled-system";
import type { HistorySeries } from "@orbline/proto/http/prediction/history";
import { RunningChart } from "#/components/charts/charts.tsx";
import { DataTable } from "#/components/data/data-table.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { ChartTable } from "#/components/data/chart-table.tsx";
import { money, signedMoney, utcDay } from "#/lib/format.ts";
import { messages } from "../messages.ts";

const dollars = (value: number) => money(value).replace(/\.00$/, "");

type ProfitPanelProps = {
  days: HistorySeries["days"];
  /** The profit of all matching predictions. The days may begin later than the first of them. */
  total: number;
};

/** The profit day by day if the user had bet each settled prediction. */
export function ProfitPanel({ days, total }: ProfitPanelProps) {
  const { start, sums } = runningProfit(days, total);
  const settled = days.reduce((sum, one) => sum + one.settled, 0);
  return (
    <Panel title={messages.profit} meta={signedMoney(total)}>
      <PanelBody>
        <RunningChart
          days={sums.map(({ day: date, profit, sum }) => ({
            day: date,
            sum,
            text: messages.profitOn(utcDay(date), signedMoney(profit), signedMoney(sum)),
          }))}
          start={start}
          format={dollars}
          label={messages.profitLabel(settled, signedMoney(total))}
        />
        <chakra.p textStyle="small" color="fg.muted" mt={2}>
          {messages.profitNote(settled)}
        </chakra.p>
      </PanelBody>
      <ChartTable label={messages.profitTwin}>
        <DataTable
          caption={messages.profit}
          columns={[
            { name: messages.settledOn, cell: (line) => utcDay(line.day) },
            { name: messages.settled, numeric: true, cell: (line) => String(line.settled) },
            {
              name: messages.columns.profit,
              numeric: true,
              cell: ({ profit }) => signedMoney(profit),
            },
            { name: messages.running, numeric: true, cell: ({ sum }) => signedMoney(sum) },
          ]}
          rows={sums.toReversed()}
          keyOf={(line) => line.day}
        />
      </ChartTable>
    </Panel>
  );
}

/** Whole cents, so that sums stay exact. */
const centsOf = (amount: number) => Math.round(amount * 100);

/** The days with the profit up to each, and the profit before the first. */
function runningProfit(days: HistorySeries["days"], total: number) {
  const listed = days.reduce((sum, { profit }) => sum + centsOf(profit), 0);
  let cents = centsOf(total) - listed;
  const start = cents / 100;
  const sums = days.map((one) => {
    cents += centsOf(one.profit);
    return { ...one, sum: cents / 100 };
  });
  return { start, sums };
}
