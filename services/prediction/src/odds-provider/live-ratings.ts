import type { LiveGame } from "../domain/live-game.ts";
import type { BookPrices, SlateGame } from "../domain/slate.ts";
import { teams, update, type ModelState } from "../engine/serving/predict.ts";
import type { FinishedGame } from "../engine/types.ts";
import { playingDays } from "./playing-days.ts";
import { decimalToAmerican, americanToDecimal } from "../domain/odds.ts";
import { hourMs } from "../domain/dates.ts";
import { median } from "../domain/math.ts";

/** Days of its season without a result after which a side's rating no longer counts. */
const longestSilence = 60;
/** Prices older than this at the start are none of the close. */
const closingMs = 6 * hourMs;

/** The prices in the middle of the books, as results files have them. */
const closingPrices = (
  books: readonly BookPrices[],
): Pick<FinishedGame, "prices" | "spreadHome"> => {
  const middle = (side: "home" | "away" | "draw"): number | null => {
    const listed = books.flatMap(({ moneyline }) => moneyline?.[side] ?? []);
    return listed.length > 0 ? decimalToAmerican(median(listed.map(americanToDecimal))) : null;
  };
  const [home, draw, away] = [middle("home"), middle("draw"), middle("away")];
  const lines = books.flatMap(({ spread }) => (spread ? [spread.line] : []));
  return {
    prices: home !== null && away !== null ? { home, draw, away } : null,
    spreadHome: lines.length > 0 ? median(lines) : null,
  };
};

/** The last prices of a game, when they were taken so late that they count as its closing ones. */
export const closingBooks = ({ startsAt, last }: LiveGame): BookPrices[] | undefined =>
  last && startsAt.getTime() - last.takenAt.getTime() <= closingMs ? last.books : undefined;

const toFinished = (game: LiveGame): FinishedGame[] => {
  const { date, home, away, sport, league, result } = game;
  if (!result || result.kind === "void") return [];
  const prices = closingPrices(closingBooks(game) ?? []);
  return [{ date, home, away, neutral: sport === "ufc", league, result, ...prices }];
};

/**
 * The fitted ratings walked on over live results and closing prices, by the same update as in training. It depends on the set
 * of results alone, so that none counts twice and none comes too late; what the fit has seen is left out.
 */
export const walkResults = (fitted: ModelState, results: readonly LiveGame[]): ModelState => {
  const fittedTo = fitted.model.span.to;
  const games = results
    .filter(({ date }) => date > fittedTo)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1))
    .flatMap(toFinished);
  if (games.length === 0) return fitted;
  return { ...update(fitted, games), version: `${fitted.version}+${games.length}` };
};

/**
 * Tells which game's ratings are too old to count: the side that has gone longest without a result, when
 * that is more than 60 days of its season. Fighters rest for months, so for them the sport's newest result
 * decides whether the ratings have been kept up.
 */
export const findStale = (state: ModelState): ((game: SlateGame) => SlateGame["marketOnly"]) => {
  const lastPlayed = new Map(teams(state).map((team) => [team.name, team.lastPlayed]));
  const newest = [...lastPlayed.values()].toSorted().at(-1) ?? "";
  return ({ sport, league, home, away, date }) => {
    const [oldest] = [home, away]
      .map((side) => ({ side, ratedOn: lastPlayed.get(side) ?? "" }))
      .toSorted((a, b) => (a.ratedOn < b.ratedOn ? -1 : 1));
    if (!oldest || oldest.ratedOn === "") return undefined;
    const heardOf = sport === "ufc" ? newest : oldest.ratedOn;
    return playingDays(sport, league, heardOf, date) > longestSilence ? oldest : undefined;
  };
};
