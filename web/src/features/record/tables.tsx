import { chakra } from "@chakra-ui/react/styled-system";
import type {
  PerformanceAnswer,
  SlateRecordAnswer,
} from "@orbline/proto/http/prediction/track-record";
import { SportIcon } from "#/components/betting/sport-icon.tsx";
import { DataTable } from "#/components/data/data-table.tsx";
import { PanelFooter } from "#/components/ui/panel.tsx";
import { count, percent, signedPercent } from "#/lib/format.ts";
import { riskNames, sportNames } from "#/shared/messages.ts";
import { summarize } from "#/shared/performance.ts";
import { messages } from "./messages.ts";

/** A score with four decimals. */
export const score = (value: number | undefined) => value?.toFixed(4) ?? messages.none;

/** The text of a figure, or a dash for null. */
export function orNone(value: number | null, format = percent) {
  return value === null ? messages.none : format(value);
}

/** The columns that several tables of the record share. */
export const recordColumns = {
  n: { name: messages.n, numeric: true, cell: (line: { n: number }) => count(line.n) },
  won: { name: messages.won, numeric: true, cell: (line: Share<"won">) => orNone(line.won) },
  said: { name: messages.said, numeric: true, cell: (line: Share<"said">) => orNone(line.said) },
  logLoss: {
    name: messages.logLoss,
    numeric: true,
    cell: ({ scores }: Scored) => score(scores?.logLoss),
  },
  brier: {
    name: messages.brier,
    numeric: true,
    cell: ({ scores }: Scored) => score(scores?.brier),
  },
  return: {
    name: messages.ret,
    numeric: true,
    cell: (line: Share<"return">) => <Return value={line.return} />,
  },
};

type Share<Name extends string> = Record<Name, number | null>;
type Scored = Pick<PerformanceAnswer, "scores">;

/** A return, colored as a win or a loss. */
function Return({ value }: { value: number | null }) {
  return (
    <chakra.span color={value === null ? "fg" : value < 0 ? "fg.loss" : "fg.win"}>
      {orNone(value, signedPercent)}
    </chakra.span>
  );
}

type RiskTableProps = { record: SlateRecordAnswer };

/** The return of each risk level with its interval, and of all together. */
export function RiskTable({ record: { risks, total, returnInterval } }: RiskTableProps) {
  const { n, won, said } = recordColumns;
  return (
    <DataTable
      caption={messages.byRisk}
      columns={[
        { name: messages.risk, cell: ({ name }) => name },
        n,
        said,
        won,
        recordColumns.return,
        {
          name: messages.interval,
          numeric: true,
          cell: ({ interval }) => (
            <chakra.span title={messages.returnInterval}>
              {interval === null
                ? messages.none
                : `${signedPercent(interval.low).slice(0, -1)} to ${signedPercent(interval.high)}`}
            </chakra.span>
          ),
        },
      ]}
      rows={[
        ...risks.map((line) => ({
          name: riskNames[line.riskLevel],
          ...summarize([line]),
          interval: line.returnInterval,
        })),
        {
          name: messages.allRisks,
          ...summarize([total]),
          interval: returnInterval,
        },
      ]}
      keyOf={({ name }) => name}
    />
  );
}

type CombinationsProps = { combinations: SlateRecordAnswer["combinations"] };

/** One row per sport; phones leave out the predicted share. */
export function SportTable({ combinations }: CombinationsProps) {
  const { n, won, said } = recordColumns;
  return (
    <chakra.div
      css={{
        "& tr > :nth-child(3)": { display: { base: "none", sm: "revert" } },
        "& td:nth-child(3)": { color: "fg.muted" },
      }}
    >
      <DataTable
        cardsOn="never"
        caption={messages.bySport}
        columns={[
          {
            name: messages.sport,
            cell: ({ sport }) => (
              <chakra.span display="inline-flex" alignItems="center" gap={2.5}>
                <chakra.span color="fg.subtle" hideBelow="sm">
                  <SportIcon sport={sport} size={18} />
                </chakra.span>
                {sportNames[sport]}
              </chakra.span>
            ),
          },
          n,
          said,
          won,
          recordColumns.return,
        ]}
        rows={[...new Set(combinations.map(({ sport }) => sport))]
          .map((sport) => ({
            sport,
            ...summarize(combinations.filter((line) => line.sport === sport)),
          }))
          .toSorted((a, b) => b.n - a.n)}
        keyOf={({ sport }) => sport}
      />
    </chakra.div>
  );
}

/** One row per combination of sport and risk that has a settled prediction. */
export function Combinations({ combinations }: CombinationsProps) {
  const { n, won, said, logLoss, brier } = recordColumns;
  return (
    <DataTable
      cardsOn="tablets"
      caption={messages.combinations}
      columns={[
        {
          name: `${messages.sport}, ${messages.risk.toLowerCase()}`,
          cell: (line) => `${sportNames[line.sport]}, ${riskNames[line.riskLevel].toLowerCase()}`,
        },
        n,
        said,
        won,
        logLoss,
        brier,
        recordColumns.return,
      ]}
      rows={combinations
        .map((line) => ({ ...line, ...summarize([line]) }))
        .toSorted((a, b) => b.n - a.n)}
      keyOf={({ sport, riskLevel }) => `${sport} ${riskLevel}`}
    />
  );
}

/** The record compared with the market. */
export function Scores({ total }: { total: PerformanceAnswer }) {
  const { n, won, logLoss, brier } = recordColumns;
  const { market, closingLine: closing } = total;
  const rows = [
    { name: messages.ours, ...summarize([total]), scores: total.scores },
    { name: messages.market, n: total.n, won: null, return: null, scores: market },
  ];
  return (
    <>
      <DataTable
        caption={messages.scores}
        columns={[
          { name: messages.reference, cell: ({ name }) => name },
          n,
          won,
          logLoss,
          brier,
          recordColumns.return,
        ]}
        rows={rows}
        keyOf={({ name }) => name}
      />
      <PanelFooter>
        {messages.scoresLead}
        {closing && ` ${messages.closing(signedPercent(closing.value), count(closing.n))}`}
      </PanelFooter>
    </>
  );
}
