import { setImmediate } from "node:timers/promises";
import { addDays, hourMs } from "../domain/dates.ts";
import type { LiveGame } from "../domain/live-games/live-game.ts";
import { median } from "../domain/math.ts";
import { americanToDecimal, decimalToAmerican } from "../domain/odds.ts";
import type { ClosingPrices, RatedResult } from "../domain/live-games/rated-result.ts";
import type { BookPrices, SlateGame } from "../domain/slate.ts";
import { byDay } from "../engine/features/game.ts";
import { lastGames, type ModelState, update } from "../engine/serving/predict.ts";
import type { FinishedGame } from "../engine/types.ts";
import { playingDays } from "./seasons.ts";

/** Days of its season without a result after which a team's rating no longer counts. */
const longestSilence = 60;
/** Prices that were older at the start of a game are not closing prices. */
const closingMs = 6 * hourMs;
/** Games walked before other work gets its turn; a step takes a few milliseconds. */
const stepGames = 250;
/** Days before the newest result within which results often come late or change. */
const settlingDays = 14;

/**
 * Walks the fitted ratings over finished games, by the same update as in training. The state depends on the set of
 * games alone, so that none counts twice and none comes too late; games that the fit contains are skipped.
 */
export function ratingWalk(
  fitted: ModelState,
): (games: readonly RatedResult[]) => Promise<ModelState> {
  const fittedTo = fitted.model.span.to;
  /** The state after the games that hardly change any more, and what they were. */
  let settled: { state: ModelState; games: string[] } = { state: fitted, games: [] };

  return async (games) => {
    const played = games.filter(({ date }) => date > fittedTo).flatMap(toFinished);
    if (played.length === 0) return fitted;
    const settledTo = addDays(played.at(-1)?.date ?? "", -settlingDays);
    const old = played.filter(({ date }) => date <= settledTo);
    const signatures = old.map((game) => JSON.stringify(game));
    await setImmediate();
    if (settled.games.some((signature, at) => signature !== signatures[at]))
      settled = { state: fitted, games: [] };
    const state = await walk(settled.state, old.slice(settled.games.length));
    settled = { state, games: signatures };
    const newest = await walk(state, played.slice(old.length));
    return { ...newest, version: `${fitted.version}+${played.length}` };
  };
}

/** Walks games in steps of whole days, so that other work gets its turn. */
async function walk(from: ModelState, games: readonly FinishedGame[]): Promise<ModelState> {
  let state = from;
  let step: FinishedGame[] = [];
  for (const day of byDay(games)) {
    step.push(...day);
    if (step.length < stepGames) continue;
    state = update(state, step);
    step = [];
    await setImmediate();
  }
  return step.length > 0 ? update(state, step) : state;
}

/** A rated game as the engine observes it. */
export function toFinished(game: RatedResult): FinishedGame[] {
  const { sport, date, league, home, away, status, result, facts, prices, spreadHome } = game;
  if (status !== "finished" || !result) return [];
  const neutral = sport === "ufc" || facts?.neutral === true;
  return [{ ...facts, date, league, home, away, neutral, result, prices, spreadHome }];
}

/** The last prices of a game if they are late enough to be closing prices. */
export const closingBooks = ({ startsAt, last }: LiveGame): BookPrices[] | undefined =>
  last && startsAt.getTime() - last.takenAt.getTime() <= closingMs ? last.books : undefined;

/** Median prices over the books, as in results files. */
export function closingPrices(books: readonly BookPrices[]): ClosingPrices {
  const middle = (side: "home" | "away" | "draw"): number | null => {
    const listed = books.flatMap(({ moneyline }) => moneyline?.[side] ?? []);
    return listed.length > 0 ? decimalToAmerican(median(listed.map(americanToDecimal))) : null;
  };
  const [home, draw, away] = [middle("home"), middle("draw"), middle("away")];
  const lines = books.flatMap(({ spread }) => spread?.line ?? []);
  return {
    prices: home !== null && away !== null ? { home, draw, away } : null,
    spreadHome: lines.length > 0 ? median(lines) : null,
  };
}

/**
 * Finds the team of a game whose rating does not count: one without any result, else the one that has gone longest
 * without a result, if that is more than 60 days of its season. Fighters rest for months, so for them the newest result
 * of the sport decides.
 */
export function staleTeamFinder(state: ModelState): (game: SlateGame) => SlateGame["marketOnly"] {
  const lastPlayed = new Map(lastGames(state).map((team) => [team.name, team.lastPlayed]));
  const newest = [...lastPlayed.values()].toSorted().at(-1) ?? "";
  return ({ sport, league, home, away, date }) => {
    const [oldest] = [home, away]
      .map((side) => ({ side, ratedOn: lastPlayed.get(side) ?? "" }))
      .toSorted((a, b) => (a.ratedOn < b.ratedOn ? -1 : 1));
    if (!oldest) return undefined;
    if (oldest.ratedOn === "") return { side: oldest.side };
    const lastResult = sport === "ufc" ? newest : oldest.ratedOn;
    return playingDays(sport, league, lastResult, date) > longestSilence ? oldest : undefined;
  };
}
