import { chakra } from "@chakra-ui/react/styled-system";
import type { HistoryEntry } from "@orbline/proto/http/prediction/history";
import { MarketOnly } from "#/components/betting/market-only.tsx";
import { Odds } from "#/components/betting/odds.tsx";
import { Outcome } from "#/components/betting/outcome.tsx";
import { Time } from "#/components/data/time.tsx";
import type { Column } from "#/components/data/data-table.tsx";
import { Link } from "#/components/ui/link.tsx";
import { riskNames, sportNames } from "#/shared/messages.ts";
import { messages } from "./messages.ts";
import { entryName, gameOf } from "./names.ts";

type Entry = Pick<HistoryEntry, "id" | "sport" | "riskLevel" | "legs">;

/** What a row says of the bet itself: American odds, how it ended, and the time by which the list is ordered. */
type Bet = Pick<HistoryEntry, "outcome"> & { odds: number; listedAt: string };

/** The first columns of each list of predictions: pick, game, odds and result. `listed` names the time of the order. */
export function entryColumns<Row extends Entry>(
  listed: string,
  betOf: (row: Row) => Bet,
): Column<Row>[] {
  return [
    pickColumn,
    {
      name: messages.columns.game,
      plain: true,
      cell: (row) => <Game legs={row.legs} listed={listed} listedAt={betOf(row).listedAt} />,
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

type GameProps = Pick<Entry, "legs"> & Pick<Bet, "listedAt"> & { listed: string };

/**
 * Opponent and start of a single bet, of a parlay the number of games and the first start, and the time by which the
 * list is ordered. On phones there is no space for the start.
 */
function Game({ legs, listed, listedAt }: GameProps) {
  const [leg, ...others] = legs.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  if (!leg) return null;
  return (
    <>
      {others.length === 0 ? gameOf(leg) : messages.gamesOf(legs.length)}
      <Below data-next>
        <chakra.span hideBelow="md">
          <Time at={leg.startsAt} of="listed" />
          {" · "}
        </chakra.span>
        {listed} <Time at={listedAt} of="day" />
      </Below>
    </>
  );
}
