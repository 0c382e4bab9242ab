import { hourMs } from "../domain/dates.ts";
import { median, sum } from "../domain/math.ts";
import { hasSoundSum, isAmerican } from "../domain/odds.ts";
import type { BookPrices, SlateGame } from "../domain/slate.ts";
import { devig } from "../engine/odds.ts";
import type { Probabilities } from "../engine/types.ts";

/** A book this much older than the newest one of its game is stale. */
const staleAfterMs = 6 * hourMs;

/** Outcomes of a moneyline; three where the draw has a price. */
export const outcomesOf = (isThreeWay: boolean) =>
  isThreeWay ? (["home", "draw", "away"] as const) : (["home", "away"] as const);

/** Fresh books with a sound moneyline, and the market's probabilities by them; undefined without such a book. */
export function moneylineMarket(
  game: SlateGame,
  isThreeWay: boolean,
): { books: BookPrices[]; market: Probabilities } | undefined {
  const pricesOf = ({ moneyline }: BookPrices) =>
    outcomesOf(isThreeWay).map((outcome) => moneyline?.[outcome] ?? 0);
  const books = freshBooks(game).filter((book) => isSound(pricesOf(book)));
  if (books.length === 0) return undefined;
  const [home = 0, second = 0, third = 0] = consensus(books.map(pricesOf));
  const market = isThreeWay
    ? { home, draw: second, away: third }
    : { home, draw: null, away: second };
  return { books, market };
}

type SpreadQuote = { book: string; line: number; home: number; away: number };

/**
 * Fresh books with a sound spread at one line, the given one or the most common one, and the market's probability of
 * the home team to cover; undefined without such a book.
 */
export function spreadMarket(
  game: SlateGame,
  wantedLine?: number,
): { books: SpreadQuote[]; line: number; cover: number } | undefined {
  const listed = freshBooks(game).flatMap(({ book, spread }) =>
    spread ? [{ book, ...spread }] : [],
  );
  const count = (line: number) => listed.filter((quote) => quote.line === line).length;
  const [common] = listed.map(({ line }) => line).toSorted((a, b) => count(b) - count(a));
  const line = wantedLine ?? common;
  const books = listed.filter((quote) => quote.line === line && isSound([quote.home, quote.away]));
  if (line === undefined || books.length === 0) return undefined;
  const [cover = 0.5] = consensus(books.map(({ home, away }) => [home, away]));
  return { books, line, cover };
}

/** Lines at which a fresh book has a sound spread, lowest first. */
export function spreadLines(game: SlateGame): number[] {
  const lines = freshBooks(game).flatMap(({ spread }) =>
    spread && isSound([spread.home, spread.away]) ? [spread.line] : [],
  );
  return [...new Set(lines)].toSorted((a, b) => a - b);
}

function freshBooks({ books }: SlateGame): BookPrices[] {
  const newest = Math.max(...books.map(({ updatedAt }) => updatedAt.getTime()));
  return books.filter(({ updatedAt }) => newest - updatedAt.getTime() <= staleAfterMs);
}

const isSound = (prices: readonly number[]): boolean =>
  prices.every(isAmerican) && hasSoundSum(prices);

/** Vig-free consensus of several books: the median per outcome of each book without its margin. */
function consensus(quotes: readonly number[][]): number[] {
  const fair = quotes.map((prices) => devig(prices));
  const middle = (fair[0] ?? []).map((_, outcome) => median(fair.map((one) => one[outcome] ?? 0)));
  const total = sum(middle);
  return middle.map((p) => p / total);
}
