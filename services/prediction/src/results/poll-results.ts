import { backoffMs } from "@orbline/kit/backoff";
import type { Logger } from "@orbline/kit/observability/logger";
import { addDays, dateOf, minuteMs } from "../domain/dates.ts";
import type { NamedResult } from "../domain/live-games/live-game.ts";
import type { ResultsProgress, SourceGame } from "../domain/live-games/rated-result.ts";
import type { Sport } from "../domain/sport.ts";
import type { Feed } from "../odds-provider/feeds.ts";
import type { MatchTeam } from "../odds-provider/match-team.ts";
import type { Clock } from "../use-cases/ports.ts";
import type { LiveGames, Results } from "../use-cases/ports-live.ts";
import type { ResultsMetrics } from "./metrics.ts";
import { ResultsFailure, type Pace, type ResultsSource } from "./source.ts";

/** A competition whose last complete day is further back than this goes on at once. */
const longestDelayDays = 3;
/** Days ahead for which facts are read. */
const aheadDays = 2;
/** Results of games that started earlier settle nothing any more. */
const settledDays = 10;
/** A round ends after this much time, so that slow sources do not hold up prices; the next one goes on. */
const roundMs = 10_000;
const retryDelays = { firstMs: 2 * minuteMs, maxMs: 120 * minuteMs };

type PollDeps = {
  feeds: readonly Feed[];
  sourceOf: (sport: Sport) => ResultsSource | undefined;
  /** The last day in the artifact of a sport. */
  fittedTo: (sport: Sport) => string;
  results: Results;
  games: LiveGames;
  matchTeam: MatchTeam;
  /** Takes or renews the right of this process to poll. */
  hold: () => Promise<boolean>;
  clock: Clock;
  logger: Logger;
  metrics: ResultsMetrics;
};

type Competition = {
  feed: Feed;
  source: ResultsSource;
  progress: ResultsProgress;
  /** Start of the oldest game that was on sale and whose result is missing. */
  awaited: Date | undefined;
  /** The last day in the artifact. */
  fittedTo: string;
};

/**
 * Asks the results source of every competition for what is missing: first everything since the artifact's last day, in
 * steps that are stored one by one, later the last days. A competition that fails waits for its own next try.
 */
export function pollResults(deps: PollDeps): () => Promise<void> {
  const { feeds, sourceOf, fittedTo, results, games, hold, clock } = deps;

  async function competitions(): Promise<Competition[]> {
    const known = new Map((await results.progress()).map((one) => [one.id, one]));
    const awaited = Map.groupBy(await games.awaited(clock.now()), ({ feed }) => feed);
    return feeds.flatMap((feed) => {
      const source = sourceOf(feed.sport);
      if (!source?.covers(feed.sport, feed.league)) return [];
      const id = `${feed.key}:${source.name}`;
      const fitted = fittedTo(feed.sport);
      const fresh = { id, sport: feed.sport, source: source.name, completeTo: fitted };
      const starts = (awaited.get(feed.key) ?? []).map(({ startsAt }) => startsAt.getTime());
      const oldest = starts.length > 0 ? new Date(Math.min(...starts)) : undefined;
      const progress = known.get(id) ?? fresh;
      return [{ feed, source, progress, awaited: oldest, fittedTo: fitted }];
    });
  }

  return async () => {
    if (!(await hold())) return;
    const all = await competitions();
    const startedAt = performance.now();
    const paces = new Map<Sport, Pace>();
    for (const [sport, ofSport] of Map.groupBy(all, ({ feed }) => feed.sport)) {
      const [{ source } = {}] = ofSport;
      const waiting = Math.max(1, ofSport.filter(({ awaited }) => awaited).length);
      const query = { sport, competitions: waiting, now: clock.now() };
      if (source) paces.set(sport, await source.pace(query));
    }
    for (const competition of all.toSorted(byAge)) {
      const pace = paces.get(competition.feed.sport);
      if (!pace || !isDue(competition, pace, clock.now())) continue;
      if (performance.now() - startedAt > roundMs || !(await hold())) return;
      await poll(deps, competition);
    }
  };
}

/** Whether a competition has waited long enough; one that is behind goes on at once. */
function isDue({ progress, awaited }: Competition, pace: Pace, now: Date): boolean {
  const { requestedAt, retryAt, completeTo } = progress;
  const everyMs = awaited ? pace.awaitedMs : pace.idleMs;
  if (retryAt) return retryAt <= now && Number.isFinite(everyMs);
  const isBehind = completeTo < addDays(dateOf(now), -longestDelayDays);
  if (isBehind && Number.isFinite(pace.idleMs)) return true;
  return requestedAt ? now.getTime() - requestedAt.getTime() >= everyMs : Number.isFinite(everyMs);
}

const byAge = (a: Competition, b: Competition): number =>
  (a.progress.requestedAt?.getTime() ?? 0) - (b.progress.requestedAt?.getTime() ?? 0);

async function poll(deps: PollDeps, competition: Competition): Promise<void> {
  const { results, clock, logger, metrics } = deps;
  const { feed, source, progress } = competition;
  const requestedAt = clock.now();
  // Stored before the request, so that a crash during it does not pay twice.
  await results.saveProgress({ ...progress, requestedAt });
  try {
    const { missing: unreachable, ...span } = spanOf(competition, requestedAt);
    const found = await source.games({ sport: feed.sport, league: feed.league, ...span });
    const changed = await store(deps, competition, found);
    metrics.countCall(source.name, "ok");
    const yesterday = addDays(dateOf(requestedAt), -1);
    const reached = span.to < yesterday ? span.to : yesterday;
    const completeTo = reached > progress.completeTo ? reached : progress.completeTo;
    const { id, sport } = progress;
    const missing = progress.missing ?? unreachable;
    await results.saveProgress({
      id,
      sport,
      source: source.name,
      completeTo,
      missing,
      requestedAt,
    });
    if (changed > 0 || completeTo !== progress.completeTo)
      logger.info(
        { feed: feed.key, source: source.name, from: span.from, completeTo, games: changed },
        completeTo < yesterday ? "results catch up" : "results stored",
      );
  } catch (error) {
    const { failures = 0 } = progress;
    const pauseMs = error instanceof ResultsFailure ? error.pauseMs : undefined;
    const waitMs = pauseMs ?? backoffMs(failures, retryDelays);
    const retryAt = new Date(requestedAt.getTime() + waitMs);
    const failure = error instanceof Error ? error.message.slice(0, 300) : "unknown";
    metrics.countCall(source.name, "failed");
    logger.warn({ feed: feed.key, source: source.name, retryAt, failure }, "no results");
    await results.saveProgress({
      ...progress,
      requestedAt,
      failures: failures + 1,
      failure,
      retryAt,
    });
  }
}

/** The dates of the next query, and those that the source no longer reports. */
function spanOf({ source, progress, awaited, fittedTo }: Competition, now: Date) {
  const today = dateOf(now);
  const next = Number.isFinite(source.overlapDays)
    ? addDays(progress.completeTo, -source.overlapDays)
    : fittedTo;
  const oldest = awaited ? addDays(dateOf(awaited), -1) : next;
  const wanted = oldest < next ? oldest : next;
  const reach = Number.isFinite(source.reachDays) ? addDays(today, -source.reachDays) : wanted;
  const from = wanted < reach ? reach : wanted;
  const last = addDays(today, aheadDays);
  const step = Number.isFinite(source.stepDays) ? addDays(from, source.stepDays) : last;
  const gap = { from: addDays(progress.completeTo, 1), to: addDays(reach, -1) };
  return {
    from,
    to: step < last ? step : last,
    missing: gap.from <= gap.to ? gap : undefined,
  };
}

/** Stores games and settles those that were on sale; returns how many changed. */
async function store(
  { results, games, matchTeam, clock }: PollDeps,
  { feed, source }: Competition,
  found: readonly SourceGame[],
): Promise<number> {
  const now = clock.now();
  const known = found.map((game) => ({
    ...game,
    id: `${source.name}:${feed.key}:${game.sourceId}`,
    source: source.name,
  }));
  const changed = await results.record(known, now);
  const recent = addDays(dateOf(now), -settledDays);
  const nameOf = (name: string) => matchTeam(feed, name) ?? name;
  const reported = found.flatMap((game): NamedResult[] => {
    const { status, result, date, startsAt, home, away } = game;
    if (status === "canceled" || result?.kind === "void" || date < recent) return [];
    return [{ feed: feed.key, date, startsAt, home: nameOf(home), away: nameOf(away), result }];
  });
  await games.finish(reported, now);
  return changed;
}
