import type { BookPrices, SlateGame } from "../domain/slate.ts";
import { devig } from "../engine/odds.ts";
import { hasSoundSum, isAmerican } from "../domain/odds.ts";
import { hourMs } from "../domain/dates.ts";
import { median, sum } from "../domain/math.ts";

/** A book that was last seen so much earlier than the newest one of its game is stale. */
const staleAfterMs = 6 * hourMs;

/** The sides of a moneyline; three where the draw is priced. */
export type MoneylineSide = "home" | "draw" | "away";

const isSound = (prices: readonly number[]): boolean =>
  prices.every(isAmerican) && hasSoundSum(prices);

/** The books of a game that are as fresh as its newest one. */
const freshBooks = ({ books }: SlateGame): BookPrices[] => {
  const newest = Math.max(...books.map(({ updatedAt }) => updatedAt.getTime()));
  return books.filter(({ updatedAt }) => newest - updatedAt.getTime() <= staleAfterMs);
};

/** Sides of a sport's moneyline, in the order in which their prices are listed. */
export const sidesOf = (hasDraw: boolean): readonly MoneylineSide[] =>
  hasDraw ? ["home", "draw", "away"] : ["home", "away"];

/** Prices of one book in the order of `sidesOf`; a draw that was taken down is no price. */
export const listedBy = ({ moneyline }: BookPrices, hasDraw: boolean): number[] =>
  sidesOf(hasDraw).map((side) => moneyline?.[side] ?? 0);

/** Fresh books of a game with a sound moneyline. */
export const moneylineBooks = (game: SlateGame, hasDraw: boolean): BookPrices[] =>
  freshBooks(game).filter((book) => isSound(listedBy(book, hasDraw)));

/** Both sides of a spread as one book prices them. */
export type SpreadQuote = { book: string; line: number; home: number; away: number };

const count = (listed: readonly { line: number }[], line: number) =>
  listed.filter((spread) => spread.line === line).length;

/** Fresh books of a game with a sound spread, at one line: the given one, or the one that most have. */
export const spreadBooks = (game: SlateGame, line?: number): SpreadQuote[] => {
  const listed = freshBooks(game).flatMap(({ book, spread }) =>
    spread ? [{ book, ...spread }] : [],
  );
  const [common] = listed
    .map((spread) => spread.line)
    .toSorted((a, b) => count(listed, b) - count(listed, a));
  const at = line ?? common;
  return listed.filter((spread) => spread.line === at && isSound([spread.home, spread.away]));
};

/** Vig-free consensus of several books: each is freed of its margin, then the median is taken per outcome. */
export const consensus = (quotes: readonly number[][]): number[] => {
  const fair = quotes.map((prices) => devig(prices));
  const middle = (fair[0] ?? []).map((_, outcome) => median(fair.map((one) => one[outcome] ?? 0)));
  const total = sum(middle);
  return middle.map((p) => p / total);
};
