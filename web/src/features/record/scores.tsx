import type { PerformanceAnswer } from "@orbline/proto/http/prediction/track-record";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { Panel, PanelFooter } from "#/components/ui/panel.tsx";
import { percent, signedPercent } from "#/lib/format.ts";
import { Return, shareText } from "./sport-table.tsx";
import { messages } from "./messages.ts";

/** A score with four decimals. */
export const score = (value: number | undefined) => value?.toFixed(4) ?? messages.none;

/** The record compared with the market and with always taking the favorite. */
export function Scores({ total }: { total: PerformanceAnswer }) {
  return (
    <Panel title={messages.scores}>
      <DataTable
        caption={messages.scores}
        columns={columns}
        rows={linesOf(total)}
        keyOf={({ name }) => name}
      />
      <PanelFooter>
        {messages.scoresLead}
        {total.closingLine !== null &&
          ` ${messages.closing(signedPercent(total.closingLine.value), total.closingLine.n.toLocaleString("en-US"))}`}
      </PanelFooter>
    </Panel>
  );
}

const columns: Column<Line>[] = [
  { name: messages.reference, cell: ({ name }) => name },
  { name: messages.n, numeric: true, cell: ({ n }) => n.toLocaleString("en-US") },
  { name: messages.won, numeric: true, cell: ({ won }) => shareText(won, percent) },
  { name: messages.logLoss, numeric: true, cell: ({ scores }) => score(scores?.logLoss) },
  { name: messages.brier, numeric: true, cell: ({ scores }) => score(scores?.brier) },
  { name: messages.ret, numeric: true, cell: (line) => <Return value={line.return ?? null} /> },
];

type Line = {
  name: string;
  n: number;
  won: number | null;
  scores: PerformanceAnswer["scores"];
  return: number | null | undefined;
};

function linesOf(total: PerformanceAnswer): Line[] {
  const { n, won, alwaysFavourite: favorite } = total;
  return [
    {
      name: messages.ours,
      n,
      won: n === 0 ? null : won / n,
      scores: total.scores,
      return: total.return,
    },
    { name: messages.market, n, won: null, scores: total.market, return: undefined },
    ...(favorite === null
      ? []
      : [
          {
            name: messages.favorite,
            n: favorite.n,
            won: favorite.n === 0 ? null : favorite.won / favorite.n,
            scores: null,
            return: favorite.return,
          },
        ]),
  ];
}
