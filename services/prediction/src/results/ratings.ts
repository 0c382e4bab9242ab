import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { minuteMs } from "../domain/dates.ts";
import type { LiveGame } from "../domain/live-games/live-game.ts";
import type { RatedResult, StoredResult } from "../domain/live-games/rated-result.ts";
import type { SlateGame } from "../domain/slate.ts";
import { sports, type Sport } from "../domain/sport.ts";
import { type ModelState, teams } from "../engine/serving/predict.ts";
import type { RatedTeam } from "../engine/types.ts";
import { type MatchTeam, teamMatcher } from "../odds-provider/match-team.ts";
import { modelOf, type Models } from "../slates/models.ts";
import type { Clock } from "../use-cases/ports.ts";
import type { LiveGames, Results } from "../use-cases/ports-live.ts";
import { closingBooks, closingPrices, ratingWalk, staleTeamFinder } from "./live-ratings.ts";
import { pairKey, resultRater, startOf, turned } from "./rate-results.ts";
import type { SourceName } from "./source.ts";

/** Clocks of two processes may differ by this much. */
const overlapMs = 5 * minuteMs;
const sameGameMs = 12 * 60 * minuteMs;

export type LiveRatings = ReturnType<typeof liveRatings>;

type Rated = {
  state: ModelState;
  findStale: ReturnType<typeof staleTeamFinder>;
  /** Games to come by their sides, with what their source knows before the start. */
  coming: Map<string, RatedResult[]>;
  rated: number;
  /** Differs for any other set of games. */
  digest: string;
};

/**
 * The ratings of all sports: the fitted ones walked over every stored result since. `refresh` reads what this or
 * another process has stored, and walks in small steps; until it ends, the ratings stay as they were.
 */
export function liveRatings(deps: {
  models: Models;
  results: Results;
  games: LiveGames;
  clock: Clock;
  sourceOf: (sport: Sport) => SourceName | undefined;
  /** Gets names of results that are no rated team of their sport. */
  onUnknown: (sport: Sport, names: readonly string[]) => void;
}) {
  const { models, results, games, clock, sourceOf, onUnknown } = deps;
  const stored = new Map<Sport, Map<string, StoredResult>>();
  const finished = new Map<Sport, Map<string, LiveGame>>();
  const bySport = new Map(sports.map((sport) => [sport, openSport(sport)]));
  const newcomers = new Map<Sport, RatedTeam[]>();
  let since = new Date(0);
  let refreshing: Promise<unknown> = Promise.resolve();
  let matchTeam = matcher();

  function openSport(sport: Sport) {
    const fitted = modelOf(models, sport);
    const rate = resultRater(sport, teams(fitted), sourceOf(sport));
    return { rate, walk: ratingWalk(fitted), rated: ratedOf(fitted, []) };
  }

  function matcher(): MatchTeam {
    return teamMatcher((sport) => [
      ...teams(modelOf(models, sport)),
      ...(newcomers.get(sport) ?? []),
    ]);
  }

  async function rerate(sport: Sport): Promise<void> {
    const one = of(sport);
    const reported = [...(stored.get(sport)?.values() ?? [])];
    const sold = [...(finished.get(sport)?.values() ?? [])];
    const rated = await one.rate([...reported, ...sold.flatMap(soldResult)]);
    onUnknown(sport, rated.unknown);
    const state = await one.walk(withClosingPrices(rated.games, sold));
    one.rated = ratedOf(state, rated.games);
    const known = newcomers.get(sport) ?? [];
    if (isDeepStrictEqual(rated.newcomers.map(nameOf), known.map(nameOf))) return;
    newcomers.set(sport, rated.newcomers);
    matchTeam = matcher();
  }

  const of = (sport: Sport) => {
    const one = bySport.get(sport);
    if (!one) throw new Error(`no ratings of ${sport}`);
    return one;
  };

  return {
    ratings: (sport: Sport): ModelState => of(sport).rated.state,
    /** The team of a game whose rating is too old to count. */
    findStale: (game: SlateGame): SlateGame["marketOnly"] => of(game.sport).rated.findStale(game),
    /** A game with what its results source knows before the start: neutral ground, playoffs, starters. */
    withFacts: (game: SlateGame): SlateGame => {
      const known = (of(game.sport).rated.coming.get(pairKey(game)) ?? []).find(
        (one) => Math.abs(startOf(one) - game.startsAt.getTime()) < sameGameMs,
      );
      if (!known?.facts) return game;
      const { facts } = known.home === game.home ? known : turned(known);
      const { neutral = game.neutral, ...others } = facts ?? {};
      return { ...others, ...game, neutral };
    },
    /** Changes with every result and every fact before a game. */
    digest: (sport: Sport): string => of(sport).rated.digest,
    /** Number of games rated since the fit. */
    rated: (sport: Sport): number => of(sport).rated.rated,
    /** Matches names to rated teams, newcomers among them. */
    matchTeam: (...named: Parameters<MatchTeam>) => matchTeam(...named),
    /** Rates what is new. */
    refresh: (): Promise<void> => {
      // One after another: two jobs refresh, and a walk takes its time.
      const next = refreshing.then(refresh, refresh);
      refreshing = next;
      return next;
    },
  };

  async function refresh(): Promise<void> {
    const now = clock.now();
    const from = new Date(since.getTime() - overlapMs);
    const [changed, ended] = await Promise.all([
      results.changedSince(from),
      games.finishedSince(from),
    ]);
    const fresh = new Set<Sport>();
    for (const game of changed) if (put(stored, game)) fresh.add(game.sport);
    for (const game of ended) if (put(finished, game)) fresh.add(game.sport);
    since = now;
    for (const sport of fresh) await rerate(sport);
  }
}

const nameOf = ({ name }: RatedTeam): string => name;

/** Keeps a game; false when it is known as it is. */
function put<Game extends { id: string; sport: Sport }>(
  to: Map<Sport, Map<string, Game>>,
  game: Game,
): boolean {
  const known = to.get(game.sport) ?? new Map<string, Game>();
  to.set(game.sport, known);
  if (isDeepStrictEqual(known.get(game.id), game)) return false;
  known.set(game.id, game);
  return true;
}

function ratedOf(state: ModelState, games: readonly RatedResult[]): Rated {
  const scheduled = games.filter(({ status }) => status === "scheduled");
  const content = games.map(({ id, status, result, facts }) => [id, status, result, facts]);
  return {
    state,
    findStale: staleTeamFinder(state),
    coming: Map.groupBy(scheduled, pairKey),
    digest: createHash("sha256").update(JSON.stringify(content)).digest("hex"),
    rated: games.filter(({ status, date }) => status === "finished" && date > state.model.span.to)
      .length,
  };
}

/** The result of a game that was on sale, for the case that no source reports it any more. */
function soldResult(game: LiveGame): StoredResult[] {
  const { id, sport, league, date, startsAt, home, away, result } = game;
  if (!result || result.kind === "void") return [];
  const base = { id: `sold:${id}`, source: "sold", sourceId: id, sport, league, date, startsAt };
  return [{ ...base, home, away, status: "finished", result }];
}

/** Adds the closing prices of games that were on sale to results without prices. */
function withClosingPrices(
  known: readonly RatedResult[],
  sold: readonly LiveGame[],
): readonly RatedResult[] {
  const byPair = Map.groupBy(sold, pairKey);
  return known.map((game) => {
    const candidates = game.prices || game.status !== "finished" ? [] : byPair.get(pairKey(game));
    const [nearest] = (candidates ?? [])
      .map((one) => ({ one, apartMs: Math.abs(startOf(game) - one.startsAt.getTime()) }))
      .filter(({ apartMs }) => apartMs < sameGameMs)
      .toSorted((a, b) => a.apartMs - b.apartMs);
    const books = nearest && closingBooks(nearest.one);
    if (!nearest || !books) return game;
    const closing = closingPrices(books);
    if (nearest.one.home === game.home) return { ...game, ...closing };
    const { prices, spreadHome } = turned({ ...game, ...closing });
    return { ...game, prices, spreadHome };
  });
}
