import { chakra } from "@chakra-ui/react/styled-system";
import { BandChart } from "#/components/charts/charts.tsx";
import { ChartTable } from "#/components/data/chart-table.tsx";
import { DataTable } from "#/components/data/data-table.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { day, money, signedMoney } from "#/lib/format.ts";
import { entryName } from "../names.ts";
import type { profitByBet } from "./figures.ts";
import { ledgerMessages as messages } from "./messages.ts";

const dollars = (value: number) => money(value).replace(/\.00$/, "");

/** The profit after each settled bet, with the band that luck alone explains. */
export function BetProfitPanel({ bets }: { bets: ReturnType<typeof profitByBet> }) {
  const last = bets.at(-1);
  if (last === undefined) return null;
  const [profit, low, high] = [last.profit, last.low, last.high].map(signedMoney);
  return (
    <Panel title={messages.profitByBet} meta={profit}>
      <PanelBody>
        <BandChart
          points={bets.map(({ profit: y, low: from, high: to }) => ({
            y,
            low: from,
            high: to,
          }))}
          format={dollars}
          nameOf={messages.betNumber}
          label={messages.profitLabel(bets.length, profit ?? "", low ?? "", high ?? "")}
        />
        <chakra.p textStyle="small" color="fg.muted" mt={2}>
          {messages.luckNote}
        </chakra.p>
      </PanelBody>
      <ChartTable label={messages.twin}>
        <DataTable
          caption={messages.profitByBet}
          columns={[
            {
              name: messages.columns.bet,
              cell: ({ n, entry }) => `${messages.betNumber(n)}: ${entryName(entry)}`,
            },
            {
              name: messages.columns.settledOn,
              numeric: true,
              cell: ({ entry }) => (entry.settledAt === null ? "–" : day(entry.settledAt)),
            },
            {
              name: messages.columns.running,
              numeric: true,
              cell: (point) => signedMoney(point.profit),
            },
            {
              name: messages.luck,
              numeric: true,
              cell: (point) => `${signedMoney(point.low)} to ${signedMoney(point.high)}`,
            },
          ]}
          rows={bets.toReversed()}
          keyOf={({ entry }) => entry.id}
        />
      </ChartTable>
    </Panel>
  );
}
