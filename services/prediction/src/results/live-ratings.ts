import { hourMs } from "../domain/dates.ts";
import type { LiveGame } from "../domain/live-game.ts";
import { median } from "../domain/math.ts";
import { americanToDecimal, decimalToAmerican } from "../domain/odds.ts";
import type { BookPrices, SlateGame } from "../domain/slate.ts";
import { type ModelState, teams, update } from "../engine/serving/predict.ts";
import type { FinishedGame } from "../engine/types.ts";
import { playingDays } from "./seasons.ts";

/** Days of its season without a result after which a team's rating no longer counts. */
const longestSilence = 60;
/** Prices that were older at the start of a game are not closing prices. */
const closingMs = 6 * hourMs;

/**
 * The fitted ratings after live results and closing prices, by the same update as in training. They depend on the set
 * of results alone, so that none counts twice and none comes too late; results that the fit contains are skipped.
 */
export function walkResults(fitted: ModelState, results: readonly LiveGame[]): ModelState {
  const fittedTo = fitted.model.span.to;
  const games = results
    .filter(({ date }) => date > fittedTo)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1))
    .flatMap(toFinished);
  if (games.length === 0) return fitted;
  return { ...update(fitted, games), version: `${fitted.version}+${games.length}` };
}

function toFinished(game: LiveGame): FinishedGame[] {
  const { date, home, away, sport, league, result } = game;
  if (!result || result.kind === "void") return [];
  const prices = closingPrices(closingBooks(game) ?? []);
  return [{ date, home, away, neutral: sport === "ufc", league, result, ...prices }];
}

/** The last prices of a game if they are late enough to be closing prices. */
export const closingBooks = ({ startsAt, last }: LiveGame): BookPrices[] | undefined =>
  last && startsAt.getTime() - last.takenAt.getTime() <= closingMs ? last.books : undefined;

/** Median prices over the books, as in results files. */
function closingPrices(books: readonly BookPrices[]): Pick<FinishedGame, "prices" | "spreadHome"> {
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
 * Finds the team of a game whose rating is too old to count: the one that has gone longest without a result, if that
 * is more than 60 days of its season. Fighters rest for months, so for them the newest result of the sport decides.
 */
export function staleTeamFinder(state: ModelState): (game: SlateGame) => SlateGame["marketOnly"] {
  const lastPlayed = new Map(teams(state).map((team) => [team.name, team.lastPlayed]));
  const newest = [...lastPlayed.values()].toSorted().at(-1) ?? "";
  return ({ sport, league, home, away, date }) => {
    const [oldest] = [home, away]
      .map((side) => ({ side, ratedOn: lastPlayed.get(side) ?? "" }))
      .toSorted((a, b) => (a.ratedOn < b.ratedOn ? -1 : 1));
    if (!oldest || oldest.ratedOn === "") return undefined;
    const lastResult = sport === "ufc" ? newest : oldest.ratedOn;
    return playingDays(sport, league, lastResult, date) > longestSilence ? oldest : undefined;
  };
}
