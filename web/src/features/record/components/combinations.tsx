import type { SlateRecordAnswer } from "@orbline/proto/http/prediction-record";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { summarise } from "#/shared/performance.ts";
import { recordTexts as texts } from "#/texts/record.ts";
import { riskNames, sportNames } from "#/texts/slate.ts";
import { score } from "./scores.tsx";
import { Return, shareText } from "./sport-table.tsx";

type Combination = SlateRecordAnswer["combinations"][number];

const columns: Column<Combination>[] = [
  {
    name: `${texts.sport}, ${texts.risk.toLowerCase()}`,
    cell: ({ sport, riskLevel }) => `${sportNames[sport]}, ${riskNames[riskLevel].toLowerCase()}`,
  },
  { name: texts.n, numeric: true, cell: ({ n }) => n.toLocaleString("en-US") },
  { name: texts.won, numeric: true, cell: (line) => shareText(summarise([line]).won) },
  { name: texts.said, numeric: true, cell: (line) => shareText(summarise([line]).said) },
  { name: texts.logLoss, numeric: true, cell: ({ scores }) => score(scores?.logLoss) },
  { name: texts.brier, numeric: true, cell: ({ scores }) => score(scores?.brier) },
  { name: texts.ret, numeric: true, cell: (line) => <Return value={line.return} /> },
  {
    name: texts.favourite,
    numeric: true,
    cell: ({ alwaysFavourite }) => <Return value={alwaysFavourite?.return ?? null} />,
  },
];

/** Every combination of sport and risk that has a settled prediction. */
export const Combinations = ({ combinations }: { combinations: readonly Combination[] }) => (
  <DataTable
    cardsOn="tablets"
    caption={texts.combinations}
    columns={columns}
    rows={combinations.toSorted((a, b) => b.n - a.n)}
    keyOf={({ sport, riskLevel }) => `${sport} ${riskLevel}`}
  />
);
