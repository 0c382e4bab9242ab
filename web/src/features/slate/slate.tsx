import { chakra } from "@chakra-ui/react/styled-system";
import type { Sport } from "@orbline/proto/constants/predictions";
import type { SlateResponse } from "@orbline/proto/http/slate";
import { useQuery } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { StaleBanner } from "#/components/feedback/stale-banner.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { SlateBadge } from "#/components/betting/slate-badge.tsx";
import { EmptyState, ErrorState, Skeleton } from "#/components/feedback/states.tsx";
import { percent, startTime } from "#/lib/format.ts";
import { priceAge } from "#/shared/slate.ts";
import { slateQuery } from "#/shared/slate.ts";
import { useNow } from "#/lib/use-now.ts";
import { messages } from "./messages.ts";
import { sportNames } from "#/shared/messages.ts";

type Game = SlateResponse["games"][number];

const chance = (value: number | null | undefined) =>
  value === null || value === undefined ? messages.unpriced : percent(value);

// Nobody is at home in a fight.
const sidesOf = (sport: Sport) => (sport === "ufc" ? messages.fighters : messages.sides);

const columnsFor = (sport: Sport, withDraw: boolean): Column<Game>[] => [
  { name: messages.game, cell: ({ home, away }) => messages.at(away, home) },
  {
    name: messages.starts,
    wide: true,
    cell: ({ startsAt }) => (
      <chakra.span textStyle="num" fontSize="13px">
        {startTime(startsAt)}
      </chakra.span>
    ),
  },
  { name: sidesOf(sport).home, numeric: true, cell: ({ consensus }) => chance(consensus?.home) },
  ...(withDraw
    ? [
        {
          name: messages.draw,
          numeric: true,
          cell: ({ consensus }: Game) => chance(consensus?.draw),
        },
      ]
    : []),
  { name: sidesOf(sport).away, numeric: true, cell: ({ consensus }) => chance(consensus?.away) },
  { name: messages.books, numeric: true, cell: ({ books }) => books },
];

const Games = ({ slate }: { slate: SlateResponse }) => {
  const now = useNow();
  const { games, sport } = slate;
  const name = sportNames[sport];
  if (games.length === 0)
    return (
      <Panel>
        <EmptyState title={messages.empty} text={messages.emptyText(name)} />
      </Panel>
    );
  const withDraw = games.some(({ consensus }) => typeof consensus?.draw === "number");
  return (
    <Panel
      title={messages.count(games.length)}
      meta={
        <chakra.span display="inline-flex" alignItems="center" gap={1.5}>
          <Clock size={14} aria-hidden />
          {priceAge(slate.slate.pricedAt, now)}
        </chakra.span>
      }
      ticks
    >
      <DataTable
        caption={messages.caption(name)}
        columns={columnsFor(sport, withDraw)}
        rows={games.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))}
        keyOf={({ id }) => id}
      />
    </Panel>
  );
};

/** The games of a sport that can be picked now, with the bookmakers' consensus. */
export const SlateGames = ({ sport }: { sport: Sport }) => {
  const query = useQuery(slateQuery(sport));
  const { data, error, refetch } = query;
  if (!data && error)
    return (
      <Panel>
        <ErrorState error={error} title={messages.failed} onRetry={() => void refetch()} />
      </Panel>
    );
  if (!data)
    return (
      <Panel as="div" aria-busy>
        <PanelBody display="grid" gap={5}>
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} />
          ))}
        </PanelBody>
      </Panel>
    );
  return (
    <>
      <chakra.div mb={4}>
        <SlateBadge slate={data.slate} />
      </chakra.div>
      <StaleBanner query={query} text={messages.outdated} mb={4} />
      <Games slate={data} />
    </>
  );
};
