import type { PerformanceAnswer } from "@orbline/proto/http/prediction-record";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { Panel, PanelFooter } from "#/components/ui/panel.tsx";
import { percent, signedPercent } from "#/lib/format.ts";
import { Return, shareText } from "./sport-table.tsx";
import { messages } from "./messages.ts";

/** Four decimals, as scores are compared. */
export const score = (value: number | undefined) => value?.toFixed(4) ?? messages.none;

type Line = {
  name: string;
  n: number;
  won: number | null;
  scores: PerformanceAnswer["scores"];
  return: number | null | undefined;
};

const linesOf = (total: PerformanceAnswer): Line[] => {
  const { n, won, alwaysFavourite: favourite } = total;
  return [
    {
      name: messages.ours,
      n,
      won: n === 0 ? null : won / n,
      scores: total.scores,
      return: total.return,
    },
    { name: messages.market, n, won: null, scores: total.market, return: undefined },
    ...(favourite === null
      ? []
      : [
          {
            name: messages.favourite,
            n: favourite.n,
            won: favourite.n === 0 ? null : favourite.won / favourite.n,
            scores: null,
            return: favourite.return,
          },
        ]),
  ];
};

const columns: Column<Line>[] = [
  { name: messages.reference, cell: ({ name }) => name },
  { name: messages.n, numeric: true, cell: ({ n }) => n.toLocaleString("en-US") },
  { name: messages.won, numeric: true, cell: ({ won }) => shareText(won, percent) },
  { name: messages.logLoss, numeric: true, cell: ({ scores }) => score(scores?.logLoss) },
  { name: messages.brier, numeric: true, cell: ({ scores }) => score(scores?.brier) },
  { name: messages.ret, numeric: true, cell: (line) => <Return value={line.return ?? null} /> },
];

/** The record against the market and against always taking the favourite. */
export const Scores = ({ total }: { total: PerformanceAnswer }) => (
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
