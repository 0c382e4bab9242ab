import { addDays, dateOf, dayMs } from "../domain/dates.ts";
import type { RatingsStatus, ResultsProgress } from "../domain/live-games/rated-result.ts";
import type { Slate } from "../domain/slate.ts";
import { sports, type Sport } from "../domain/sport.ts";
import { lastGames, type ModelState } from "../engine/serving/predict.ts";
import type { Results, Slates } from "../use-cases/ports.ts";
import type { ResultsMetrics } from "./metrics.ts";
import type { LiveRatings } from "./ratings.ts";
import type { ResultsSources } from "./sources.ts";
import { isInSeason, playingDays } from "./seasons.ts";

/** Stores what operators see of the ratings of every sport, and sets its metrics. */
export function reportStatus(deps: {
  ratings: LiveRatings;
  slates: Pick<Slates, "now" | "current">;
  results: Results;
  sources: Pick<ResultsSources, "of">;
  metrics: ResultsMetrics;
}): () => Promise<void> {
  const { ratings, slates, results, sources, metrics } = deps;
  return async () => {
    const progress = await results.progress();
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
    daysBehind: daysBehind(sport, slate, newest, dateOf(now)),
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
