import { setImmediate } from "node:timers/promises";
import { daysBetween, hourMs } from "../domain/dates.ts";
import type { RatedResult, StoredResult } from "../domain/live-games/rated-result.ts";
import { spellingOf } from "../domain/live-games/names.ts";
import { isWeekly, type Sport } from "../domain/sport.ts";
import type { RatedTeam } from "../engine/types.ts";
import { countryOf } from "../odds-provider/feeds.ts";
import { teamMatcher } from "../odds-provider/match-team.ts";
import { isPreseason } from "./seasons.ts";

/** Sports in which a name without a rating is a newcomer; elsewhere all teams are known, and it is a spelling. */
const withNewcomers: ReadonlySet<Sport> = new Set(["cfb", "soccer", "ufc"]);
/** Sources disagree on a start by less than this. */
const sameGameMs = 12 * hourMs;
/** A source that lists one game under two ids gives it the same start and the same result. */
const relistedMs = hourMs;
/** Games read before other work gets its turn. */
const batch = 500;

export type RatedGames = {
  games: RatedResult[];
  /** Names without a fitted rating: rated from their first game on, or not at all. */
  newcomers: RatedTeam[];
  unknown: string[];
};

/**
 * Puts stored results of a sport under rated names and keeps each game once: that of the preferred source where several
 * report it. Returns the games in a fixed order, so that it depends on the set alone.
 */
export function resultRater(
  sport: Sport,
  fitted: readonly RatedTeam[],
  preferred: string | undefined,
): (stored: readonly StoredResult[]) => Promise<RatedGames> {
  const matchTeam = teamMatcher(() => fitted);
  const byName = new Map(fitted.map((team) => [team.name, team]));
  const matches = new Map<string, string | undefined>();

  const groupOf = (league: string | undefined) =>
    sport === "soccer" ? (countryOf(league ?? "") ?? "") : sport;
  const keyOf = (league: string | undefined, name: string) => `${groupOf(league)}:${name}`;
  const match = (league: string | undefined, name: string) => {
    const key = keyOf(league, name);
    if (!matches.has(key)) matches.set(key, matchTeam({ sport, league }, name));
    return matches.get(key);
  };

  /** One name for all spellings of each newcomer: the first in the alphabet. */
  function newcomersOf(stored: readonly StoredResult[]): Map<string, string> {
    const names = new Map<string, string>();
    if (!withNewcomers.has(sport)) return names;
    for (const { league, home, away } of stored)
      for (const name of [home, away]) {
        if (match(league, name) !== undefined) continue;
        const key = keyOf(league, spellingOf(name));
        const known = names.get(key);
        if (known === undefined || name < known) names.set(key, name);
      }
    return names;
  }

  const divisionOf = (name: string) => byName.get(name)?.division ?? "fcs";

  /** College teams below the first division are rated by their games against it alone. */
  function withDivisions(game: RatedResult): RatedResult | undefined {
    const homeDivision = game.facts?.homeDivision ?? divisionOf(game.home);
    const awayDivision = game.facts?.awayDivision ?? divisionOf(game.away);
    if (homeDivision !== "fbs" && awayDivision !== "fbs") return undefined;
    return { ...game, facts: { ...game.facts, homeDivision, awayDivision } };
  }

  return async (stored) => {
    const newcomers = newcomersOf(stored);
    const unknown = new Set<string>();
    const rated: RatedResult[] = [];
    const nameOf = ({ league }: StoredResult, name: string) =>
      match(league, name) ?? newcomers.get(keyOf(league, spellingOf(name)));
    for (const [at, one] of stored.entries()) {
      if (at % batch === batch - 1) await setImmediate();
      const [home, away] = [nameOf(one, one.home), nameOf(one, one.away)];
      if (home === undefined) unknown.add(one.home);
      if (away === undefined) unknown.add(one.away);
      if (home === undefined || away === undefined || home === away) continue;
      if (isPreseason(sport, one.date)) continue;
      const named = toRated(one, home, away);
      const game = sport === "cfb" ? withDivisions(named) : named;
      if (game) rated.push(game);
    }
    await setImmediate();
    const games = distinct(rated, preferred);
    return { games, newcomers: newcomerTeams(games, byName), unknown: [...unknown].toSorted() };
  };
}

/** A bout has no home: its fighters are in the order of their names, as in the training files. */
function toRated(stored: StoredResult, home: string, away: string): RatedResult {
  const { sourceId: _sourceId, ...game } = stored;
  const named = { ...game, home, away };
  return stored.sport === "ufc" && home > away ? turned(named) : named;
}

/** A game with its sides swapped. */
export function turned(game: RatedResult): RatedResult {
  const { result, facts = {}, prices, spreadHome } = game;
  const other = { home: "away", away: "home", draw: "draw" } as const;
  return {
    ...game,
    home: game.away,
    away: game.home,
    result:
      result?.kind === "score"
        ? { ...result, home: result.away, away: result.home }
        : result?.kind === "winner"
          ? { ...result, winner: other[result.winner] }
          : result,
    facts: {
      ...facts,
      homeDivision: facts.awayDivision,
      awayDivision: facts.homeDivision,
      homeStarter: facts.awayStarter,
      awayStarter: facts.homeStarter,
      homeAge: facts.awayAge,
      awayAge: facts.homeAge,
      homeReach: facts.awayReach,
      awayReach: facts.homeReach,
      redCorner: facts.redCorner && (facts.redCorner === "home" ? "away" : "home"),
    },
    prices: prices && { home: prices.away, draw: prices.draw, away: prices.home },
    spreadHome: typeof spreadHome === "number" ? 0 - spreadHome : spreadHome,
  };
}

export const startOf = ({ startsAt, date }: Pick<RatedResult, "startsAt" | "date">): number =>
  startsAt?.getTime() ?? Date.parse(`${date}T18:00:00Z`);

export const pairKey = ({ league, home, away }: Pick<RatedResult, "league" | "home" | "away">) =>
  JSON.stringify([league ?? "", ...[home, away].toSorted()]);

/** Whether two sources mean the same game of a pair. */
function isSame(a: RatedResult, b: RatedResult): boolean {
  if (a.startsAt && b.startsAt) return Math.abs(startOf(a) - startOf(b)) < sameGameMs;
  return Math.abs(daysBetween(a.date, b.date)) <= (isWeekly(a.sport) ? 1 : 0);
}

const isRelisted = (a: RatedResult, b: RatedResult): boolean =>
  a.startsAt !== undefined &&
  b.startsAt !== undefined &&
  Math.abs(startOf(a) - startOf(b)) < relistedMs &&
  JSON.stringify(a.result) === JSON.stringify(b.result);

/** Each game once, by date and home side; games of one pair are paired between sources in the order of their starts. */
function distinct(rated: readonly RatedResult[], preferred: string | undefined): RatedResult[] {
  const sorted = rated.toSorted(
    (a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
  const kept: RatedResult[] = [];
  for (const ofPair of Map.groupBy(sorted, pairKey).values()) {
    const bySource = Map.groupBy(ofPair, ({ source }) => source);
    const sources = [...bySource.keys()].toSorted((a, b) =>
      a === preferred ? -1 : b === preferred ? 1 : a < b ? -1 : 1,
    );
    const games: RatedResult[] = [];
    for (const source of sources) {
      const free = [...games];
      const own: RatedResult[] = [];
      for (const game of bySource.get(source) ?? []) {
        if (own.some((other) => isRelisted(other, game))) continue;
        const at = free.findIndex((other) => isSame(other, game) && !isWorse(other, game));
        if (at >= 0) free.splice(at, 1);
        else own.push(game);
      }
      games.push(...own);
    }
    kept.push(...games);
  }
  return kept.toSorted(byDateAndHome);
}

/** A game that the preferred source calls off or has not finished may be finished elsewhere. */
const isWorse = (known: RatedResult, game: RatedResult): boolean =>
  known.status !== "finished" && game.status === "finished";

const byDateAndHome = (a: RatedResult, b: RatedResult): number =>
  compare(a.date, b.date) ||
  compare(a.home, b.home) ||
  startOf(a) - startOf(b) ||
  compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Teams without a fitted rating that have finished a game. */
function newcomerTeams(
  games: readonly RatedResult[],
  fitted: ReadonlyMap<string, RatedTeam>,
): RatedTeam[] {
  const teams = new Map<string, RatedTeam>();
  for (const { status, league = null, date, home, away } of games)
    for (const name of status === "finished" ? [home, away] : []) {
      if (fitted.has(name)) continue;
      const played = (teams.get(name)?.games ?? 0) + 1;
      const team = { name, rating: 0, games: played, lastPlayed: date, league, division: null };
      teams.set(name, team);
    }
  return [...teams.values()];
}
