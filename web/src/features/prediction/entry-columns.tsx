import { chakra } from "@chakra-ui/react/styled-system";
import type { HistoryEntry } from "@orbline/proto/http/prediction/history";
import { MarketOnly } from "#/components/betting/market-only.tsx";
import { Odds } from "#/components/betting/odds.tsx";
import { Outcome } from "#/components/betting/outcome.tsx";
import { Time } from "#/components/data/time.tsx";
import type { ReactNode } from "react";
import type { Column } from "#/components/data/data-table.tsx";
import { Link } from "#/components/ui/link.tsx";
import { riskNames, sportNames } from "#/shared/messages.ts";
import { messages } from "./messages.ts";
import { entryName, gameOf } from "./names.ts";

type Entry = Pick<HistoryEntry, "id" | "sport" | "riskLevel" | "legs">;

/** What a row says of the bet itself: American odds, how it ended, and a text about its time. */
type Bet = Pick<HistoryEntry, "outcome"> & { odds: number; listed?: ReactNode };

/** The first columns of each list of predictions: pick, game, odds and result. */
export function entryColumns<Row extends Entry>(betOf: (row: Row) => Bet): Column<Row>[] {
  return [
    pickColumn,
    {
      name: messages.columns.game,
      plain: true,
      cell: (row) => <Game legs={row.legs} listed={betOf(row).listed} />,
    },
    {
      name: messages.columns.odds,
      numeric: true,
      part: "first",
      plain: true,
      cell: (row) => <Odds value={betOf(row).odds} fontSize="13px" />,
    },
    {
      name: messages.columns.result,
      part: "first",
      atEnd: true,
      plain: true,
      cell: (row) => <Outcome outcome={betOf(row).outcome} />,
    },
  ];
}

const Below = chakra("span", {
  base: { display: "block", textStyle: "small", color: "fg.subtle" },
});

/** Pick and line of a stored prediction, with sport and risk where there is space for them. */
const pickColumn: Column<Entry> = {
  name: messages.columns.bet,
  cell: (entry) => (
    <>
      <Link to={`/predictions/${entry.id}`}>{entryName(entry)}</Link>
      <MarketOnly marketOnly={entry.legs.some((leg) => leg.marketOnly)} />{" "}
      <Below data-note>
        {sportNames[entry.sport]} · {riskNames[entry.riskLevel]}
      </Below>
    </>
  ),
};

type GameProps = Pick<Entry, "legs"> & Pick<Bet, "listed">;

/**
 * Opponent and start of a single bet, of a parlay the number of games and the first start. On phones there is no space
 * for the start beside the time by which the list is ordered.
 */
function Game({ legs, listed }: GameProps) {
  const [leg, ...others] = legs.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  if (!leg) return null;
  return (
    <>
      {others.length === 0 ? gameOf(leg) : messages.gamesOf(legs.length)}
      <Below data-next>
        <chakra.span hideBelow={listed ? "md" : undefined}>
          <Time at={leg.startsAt} of="listed" />
          {listed && " · "}
        </chakra.span>
        {listed}
      </Below>
    </>
  );
}
