import type { SlateRecordAnswer } from "@orbline/proto/http/prediction/track-record";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { summarize } from "#/shared/performance.ts";
import { score } from "./scores.tsx";
import { Return, shareText } from "./sport-table.tsx";
import { messages } from "./messages.ts";
import { riskNames, sportNames } from "#/shared/messages.ts";

type Combination = SlateRecordAnswer["combinations"][number];

const columns: Column<Combination>[] = [
  {
    name: `${messages.sport}, ${messages.risk.toLowerCase()}`,
    cell: ({ sport, riskLevel }) => `${sportNames[sport]}, ${riskNames[riskLevel].toLowerCase()}`,
  },
  { name: messages.n, numeric: true, cell: ({ n }) => n.toLocaleString("en-US") },
  { name: messages.won, numeric: true, cell: (line) => shareText(summarize([line]).won) },
  { name: messages.said, numeric: true, cell: (line) => shareText(summarize([line]).said) },
  { name: messages.logLoss, numeric: true, cell: ({ scores }) => score(scores?.logLoss) },
  { name: messages.brier, numeric: true, cell: ({ scores }) => score(scores?.brier) },
  { name: messages.ret, numeric: true, cell: (line) => <Return value={line.return} /> },
  {
    name: messages.favorite,
    numeric: true,
    cell: ({ alwaysFavourite }) => <Return value={alwaysFavourite?.return ?? null} />,
  },
];

/** Every combination of sport and risk that has a settled prediction. */
export function Combinations({ combinations }: { combinations: readonly Combination[] }) {
  return (
    <DataTable
      cardsOn="tablets"
      caption={messages.combinations}
      columns={columns}
      rows={combinations.toSorted((a, b) => b.n - a.n)}
      keyOf={({ sport, riskLevel }) => `${sport} ${riskLevel}`}
    />
  );
}
