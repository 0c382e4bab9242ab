import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { sports, type Sport } from "@orbline/proto/constants/predictions";
import type { SlateInfo } from "@orbline/proto/http/prediction/fields";
import type { EstimatesResponse } from "@orbline/proto/http/prediction/slate";
import { queryOptions, useQueries, type UseQueryResult } from "@tanstack/react-query";
import { memo, useDeferredValue, useState } from "react";
import { PriceAge, SlateBadge } from "#/components/betting/slate-badge.tsx";
import { useNear } from "#/components/feedback/when-near.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { Button } from "#/components/ui/button.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { call } from "#/lib/api.ts";
import { useDisplay } from "#/lib/display.ts";
import { dayAndTime, shortDay } from "#/lib/format.ts";
import { useNow } from "#/lib/use-now.ts";
import { slateMessages, sportNames } from "#/shared/messages.ts";
import { isStale, useUpcomingGames, type UpcomingGame } from "#/shared/slate.ts";
import { favoriteName, useFavorites } from "#/stores/favorites-store.ts";
import { ChanceBarLegend } from "./chance-bar.tsx";
import { byDay, DayChoice, dayName } from "./days.tsx";
import { everyGame, GameFilters, type GameFilter } from "./filters.tsx";
import { GameCard, reservedHeight, type GameEstimate } from "./game-card.tsx";
import { messages } from "./messages.ts";

/** Number of cards that a new page renders before the end of its list comes near the screen. */
const firstRendered = 6;

/** Number of cards of a long list, and of those that its button adds. */
const cardsAtOnce = 40;

const Cards = chakra("ul", {
  base: {
    display: "grid",
    gap: 3,
    listStyle: "none",
    p: 0,
    mt: 2,
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 330px), 1fr))",
  },
});
// The place of a card that is rendered later, so that nothing below moves then.
const Place = chakra("li", { base: { contentVisibility: "hidden", ...reservedHeight } });
const DayName = chakra("h2", {
  base: {
    position: "sticky",
    top: "56px",
    zIndex: 1,
    display: "flex",
    alignItems: "baseline",
    gap: 2,
    py: 2,
    bg: "bg.canvas",
    textStyle: "h3",
  },
});

type SlateGamesProps = {
  filter: GameFilter;
  onFilter: (filter: GameFilter) => void;
  /** For a user with a plan and without a break. */
  asksForEstimates: boolean;
  /** When the user's break ends, during which there are no estimates. */
  pausedUntil: string | undefined;
  /** Undefined during a break. */
  onPredict: ((game: UpcomingGame) => void) | undefined;
};

/** The upcoming games of a day, or of all days that match a search, soonest first, with the best prices and for subscribers our estimates. */
export function SlateGames({
  filter,
  onFilter,
  asksForEstimates,
  pausedUntil,
  onPredict,
}: SlateGamesProps) {
  const wanted = filter.sport ? [filter.sport] : sports;
  const query = useUpcomingGames(wanted);
  // Cards are many. Their renders are deferred, which splits them into short tasks.
  const data = useDeferredValue(query.data);
  const estimates = useDeferredValue(useEstimates(wanted, asksForEstimates));
  return (
    <>
      <GameFilters filter={filter} onChange={onFilter} />
      <QueryView
        panel
        query={{ ...query, data }}
        failed={messages.failed}
        skeleton={
          <Panel as="div">
            <SkeletonRows rows={8} height={60} />
          </Panel>
        }
        text={messages.outdated}
        mb={4}
      >
        {({ games, slate }) => (
          <>
            <Box display="flex" flexWrap="wrap" justifyContent="space-between" gap={2} mb={2}>
              <SlateBadge slate={slate} isShort />
              {slate && (
                <Prices
                  slate={slate}
                  busy={query.isFetching}
                  onRefresh={() => void query.refetch()}
                />
              )}
            </Box>
            {pausedUntil !== undefined && (
              <chakra.p mb={2} textStyle="small" color="fg.muted">
                {messages.paused(dayAndTime(pausedUntil))}
              </chakra.p>
            )}
            <Found
              key={filter.sport ?? "all"}
              games={games}
              estimates={estimates}
              filter={filter}
              onFilter={onFilter}
              onPredict={onPredict}
            />
          </>
        )}
      </QueryView>
    </>
  );
}

type PricesProps = { slate: SlateInfo; busy: boolean; onRefresh: () => void };

/** The age of the prices, and a button while they are old. */
function Prices({ slate, busy, onRefresh }: PricesProps) {
  const now = useNow();
  return (
    <Box display="flex" alignItems="center" gap={2}>
      <chakra.span textStyle="numSm" color="fg.subtle">
        <PriceAge slate={slate} />
      </chakra.span>
      {isStale(slate, now) && (
        <Button size="sm" onClick={onRefresh} busyText={busy && messages.refreshing}>
          {messages.refresh}
        </Button>
      )}
    </Box>
  );
}

type FoundProps = Pick<SlateGamesProps, "filter" | "onFilter" | "onPredict"> & {
  games: readonly UpcomingGame[];
  estimates: Estimates;
};

// Without memo the cards would render once more before each deferred render.
const Found = memo(function Found({ games, estimates, filter, onFilter, onPredict }: FoundProps) {
  const [end, isNear] = useNear();
  const [limit, setLimit] = useState(cardsAtOnce);
  const { teams } = useFavorites();
  // Days depend on the chosen time zone.
  useDisplay();
  const search = useDeferredValue(filter.search);
  const now = useNow();
  const found = games.filter(
    (game) =>
      (!filter.soon || Date.parse(game.startsAt) - now < dayMs) &&
      matches(game, { ...filter, search }, teams),
  );
  const [first] = found;
  if (!first)
    return (
      <Nothing
        hasGames={games.length > 0}
        favorites={filter.favorites}
        onClear={() => onFilter(everyGame)}
      />
    );
  const days = byDay(found);
  const chosen = days.has(filter.day ?? "") ? filter.day : shortDay(first.startsAt);
  const wanted = search.trim() ? found : found.filter((game) => shortDay(game.startsAt) === chosen);
  const shown = wanted.slice(0, isNear ? limit : firstRendered);
  const further = Math.min(cardsAtOnce, wanted.length - limit);
  return (
    <>
      {wanted.length < found.length && (
        <DayChoice days={days} chosen={chosen} onChange={(day) => onFilter({ ...filter, day })} />
      )}
      {estimates.size > 0 && <ChanceBarLegend />}
      {[...byDay(shown)].map(([day, ofDay]) => (
        <chakra.section key={day} mb={5} aria-label={dayName(ofDay, now)}>
          <DayName>
            {dayName(ofDay, now)}
            <chakra.span textStyle="small" fontWeight={400} color="fg.subtle">
              {messages.count(days.get(day)?.length ?? 0)}
            </chakra.span>
          </DayName>
          <Cards>
            {ofDay.map((game) => (
              <GameCard
                key={game.id}
                game={game}
                estimate={estimates.get(game.id)}
                hasEstimates={estimates.size > 0}
                onPredict={onPredict && (() => onPredict(game))}
              />
            ))}
          </Cards>
        </chakra.section>
      ))}
      <Cards ref={end} aria-hidden>
        {wanted.slice(shown.length, limit).map(({ id }) => (
          <Place key={id} />
        ))}
      </Cards>
      {isNear && further > 0 && (
        <Button size="sm" onClick={() => setLimit(limit + further)}>
          {messages.more(further)}
        </Button>
      )}
      {shown.some(({ marketOnly }) => marketOnly) && (
        <chakra.p mt={4} textStyle="small" color="fg.muted">
          {slateMessages.marketOnlyNote}
        </chakra.p>
      )}
    </>
  );
});

const dayMs = 24 * 60 * 60_000;

function matches(game: UpcomingGame, filter: GameFilter, favorites: readonly string[]): boolean {
  const { sport, home, away } = game;
  const isFavorite = [home, away].some((team) => favorites.includes(favoriteName(sport, team)));
  if (filter.favorites && !isFavorite) return false;
  const whole = `${home} ${away} ${sportNames[sport]}`.toLowerCase();
  return filter.search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

type NothingProps = { hasGames: boolean; favorites: boolean; onClear: () => void };

function Nothing({ hasGames, favorites, onClear }: NothingProps) {
  const [title, text] = favorites
    ? [messages.noFavorites, messages.noFavoritesText]
    : hasGames
      ? [messages.nothingFound, messages.nothingFoundText]
      : [messages.empty, messages.emptyText];
  return (
    <Panel>
      <EmptyState
        title={title}
        text={text}
        action={<Button onClick={onClear}>{messages.clearFilters}</Button>}
      />
    </Panel>
  );
}

const estimatesQuery = (sport: Sport) =>
  queryOptions({
    queryKey: ["/api/estimates", sport],
    staleTime: 60_000,
    queryFn: ({ signal }): Promise<EstimatesResponse> =>
      call("prediction", "GET /api/estimates", { query: { sport }, signal }),
  });

type Estimates = ReadonlyMap<string, GameEstimate>;

const noEstimates: Estimates = new Map();

/** Our estimates by game; none without a plan or during a break, and until each sport has responded, because all cards render again. */
function useEstimates(wanted: readonly Sport[], enabled: boolean): Estimates {
  return useQueries({
    queries: wanted.map((sport) => ({ ...estimatesQuery(sport), enabled })),
    combine: toEstimates,
  });
}

function toEstimates(queries: UseQueryResult<EstimatesResponse>[]): Estimates {
  if (queries.some(({ isPending }) => isPending)) return noEstimates;
  return new Map(queries.flatMap(({ data }) => data?.games ?? []).map((game) => [game.id, game]));
}
