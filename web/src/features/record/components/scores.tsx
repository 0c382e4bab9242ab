import type { PerformanceAnswer } from "@orbline/proto/http/prediction-record";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { Panel, PanelFooter } from "#/components/ui/panel.tsx";
import { percent, signedPercent } from "#/lib/format.ts";
import { recordTexts as texts } from "#/texts/record.ts";
import { Return, shareText } from "./sport-table.tsx";

/** Four decimals, as scores are compared. */
export const score = (value: number | undefined) => value?.toFixed(4) ?? texts.none;

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
      name: texts.ours,
      n,
      won: n === 0 ? null : won / n,
      scores: total.scores,
      return: total.return,
    },
    { name: texts.market, n, won: null, scores: total.market, return: undefined },
    ...(favourite === null
      ? []
      : [
          {
            name: texts.favourite,
            n: favourite.n,
            won: favourite.n === 0 ? null : favourite.won / favourite.n,
            scores: null,
            return: favourite.return,
          },
        ]),
  ];
};

const columns: Column<Line>[] = [
  { name: texts.reference, cell: ({ name }) => name },
  { name: texts.n, numeric: true, cell: ({ n }) => n.toLocaleString("en-US") },
  { name: texts.won, numeric: true, cell: ({ won }) => shareText(won, percent) },
  { name: texts.logLoss, numeric: true, cell: ({ scores }) => score(scores?.logLoss) },
  { name: texts.brier, numeric: true, cell: ({ scores }) => score(scores?.brier) },
  { name: texts.ret, numeric: true, cell: (line) => <Return value={line.return ?? null} /> },
];

/** The record against the market and against always taking the favourite. */
export const Scores = ({ total }: { total: PerformanceAnswer }) => (
  <Panel title={texts.scores}>
    <DataTable
      caption={texts.scores}
      columns={columns}
      rows={linesOf(total)}
      keyOf={({ name }) => name}
    />
    <PanelFooter>
      {texts.scoresLead}
      {total.closingLine !== null &&
        ` ${texts.closing(signedPercent(total.closingLine.value), total.closingLine.n.toLocaleString("en-US"))}`}
    </PanelFooter>
  </Panel>
);
