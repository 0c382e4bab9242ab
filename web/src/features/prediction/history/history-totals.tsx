import type { HistoryResponse } from "@orbline/proto/http/prediction/history";
import { Panel } from "#/components/ui/panel.tsx";
import { StatRow } from "#/components/data/stat-row.tsx";
import { money, percent, signedPercent } from "#/lib/format.ts";
import { messages } from "../messages.ts";

/** Totals of all settled predictions of the user, regardless of the filters. */
export function HistoryTotals({ totals }: { totals: HistoryResponse["totals"] }) {
  const { settled, won, lost, staked, returned, profit } = totals;
  const shareOf = (n: number) => (settled === 0 ? "" : percent(n / settled));
  return (
    <Panel as="div" ticks display="grid">
      <StatRow
        layout="besideChart"
        stats={[
          { name: messages.settled, value: String(settled), note: "" },
          { name: messages.won, value: String(won), note: shareOf(won) },
          { name: messages.lost, value: String(lost), note: shareOf(lost) },
          {
            name: messages.return,
            value: staked === 0 ? "–" : signedPercent(profit / staked),
            note: messages.stakedReturned(money(staked), money(returned)),
            isLoss: profit < 0,
          },
        ]}
      />
    </Panel>
  );
}
