import { addDays, dateOf, dayMs, hourMs } from "../domain/dates.ts";
import type { RatingsStatus, ResultsProgress } from "../domain/live-games/rated-result.ts";
import type { Slate } from "../domain/slate.ts";
import { sports, type Sport } from "../domain/sport.ts";
import { lastGames, type ModelState } from "../engine/serving/predict.ts";
import type { Slates } from "../use-cases/ports.ts";
import type { LiveGames, Results } from "../use-cases/ports-live.ts";
import type { ResultsMetrics } from "./metrics.ts";
import type { LiveRatings } from "./ratings.ts";
import { isInSeason, playingDays } from "./seasons.ts";

type SourceNames = { of: (sport: Sport) => { name: string | undefined } | undefined };

/** A result that is missing this long after a game is more than late. */
const overdueMs = 12 * hourMs;

/** Stores what operators see of the ratings of every sport, and sets the metrics of ratings and results. */
export function reportStatus(deps: {
  ratings: Pick<LiveRatings, "ratings" | "rated">;
  slates: Pick<Slates, "now" | "current">;
  results: Results;
  games: Pick<LiveGames, "awaited">;
  sources: SourceNames;
  metrics: ResultsMetrics;
}): () => Promise<void> {
  const { ratings, slates, results, games, sources, metrics } = deps;
  return async () => {
    const [progress, overdue] = await Promise.all([
      results.progress(),
      games.awaited(new Date(slates.now().getTime() - overdueMs)),
    ]);
    metrics.reportCompetitions(
      failuresByFeed(progress, sources),
      new Map([...Map.groupBy(overdue, ({ feed }) => feed)].map(([feed, of]) => [feed, of.length])),
    );
    for (const sport of sports) {
      const status = statusOf(sport, {
        state: ratings.ratings(sport),
        rated: ratings.rated(sport),
        slate: slates.current(sport),
        progress,
        source: sources.of(sport)?.name,
        now: slates.now(),
      });
      metrics.reportStatus(status);
      await results.saveStatus(status);
    }
  };
}

/** Failures in a row by competition; calls to The Odds API are counted where they are made. */
const failuresByFeed = (
  progress: readonly ResultsProgress[],
  sources: SourceNames,
): Map<string, number> =>
  new Map(
    progress
      .filter(({ sport, source }) => source === sources.of(sport)?.name)
      .filter(({ source }) => source !== "the-odds-api")
      .map(({ id, source, failures = 0 }) => [id.slice(0, -source.length - 1), failures]),
  );

/** What operators see of a sport's ratings. */
function statusOf(
  sport: Sport,
  known: {
    state: ModelState;
    rated: number;
    slate: Slate;
    progress: readonly ResultsProgress[];
    source: string | undefined;
    now: Date;
  },
): RatingsStatus {
  const { state, rated, slate, progress, source, now } = known;
  const newest = newestByLeague(sport, state);
  const today = slate.games.filter(({ startsAt }) => startsAt.getTime() <= now.getTime() + dayMs);
  const own = progress.filter((one) => one.sport === sport && one.source === source);
  const [furthest] = own.toSorted((a, b) => (a.completeTo < b.completeTo ? -1 : 1));
  const missing = own.find((one) => one.missing)?.missing;
  return {
    sport,
    source,
    fittedTo: state.model.span.to,
    ratedTo: [...newest.values()].toSorted().at(-1) ?? state.model.span.to,
    // A sport without a source is not sold, and nobody waits for its results.
    daysBehind: source === undefined ? 0 : daysBehind(sport, slate, newest, dateOf(now)),
    rated,
    completeTo: furthest?.completeTo,
    missing: missing && `${missing.from} to ${missing.to}`,
    failure: own.find(({ failure }) => failure !== undefined)?.failure,
    staleTeams: new Set(slate.games.flatMap(({ marketOnly }) => marketOnly?.side ?? [])).size,
    gamesToday: today.length,
    modelToday: today.filter(({ marketOnly }) => !marketOnly).length,
    updatedAt: now,
  };
}

/** The date of the newest rated game of each soccer league, or of the sport. */
function newestByLeague(sport: Sport, state: ModelState): Map<string | undefined, string> {
  const newest = new Map<string | undefined, string>();
  for (const { league, lastPlayed } of lastGames(state)) {
    const key = sport === "soccer" ? (league ?? undefined) : undefined;
    if (lastPlayed > (newest.get(key) ?? "")) newest.set(key, lastPlayed);
  }
  return newest;
}

/** Days of the running seasons without a result, of the competition on sale that is furthest behind. */
function daysBehind(
  sport: Sport,
  slate: Slate,
  newest: ReadonlyMap<string | undefined, string>,
  today: string,
): number {
  const leagues =
    sport === "soccer" ? new Set(slate.games.map(({ league }) => league)) : [undefined];
  return Math.max(
    0,
    ...[...leagues].map((league) => {
      const last = newest.get(league);
      return last !== undefined && isInSeason(sport, league, today)
        ? playingDays(sport, league, last, addDays(today, 1))
        : 0;
    }),
  );
}
