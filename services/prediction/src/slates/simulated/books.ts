import { logistic, logit, sum } from "../../domain/math.ts";
import { decimalToAmerican } from "../../domain/odds.ts";
import type { BookPrices } from "../../domain/slate.ts";
import type { Sport } from "../../domain/sport.ts";
import { addMargin, fairProbabilities } from "../../engine/odds.ts";
import type { Prices, Probabilities } from "../../engine/types.ts";
import type { Random } from "../random.ts";

const books = ["Northgate", "Fairline", "Harbour", "Copperfield", "Meridian"];
/** A book's deviation from the consensus: sd on the logit scale. */
const bookNoise = 0.03;
/** Mean excess of the sum of implied probabilities over 1, and a book's deviation from it. */
const meanMargin: Record<Sport, number> = {
  soccer: 0.055,
  nba: 0.045,
  mlb: 0.042,
  nhl: 0.045,
  ufc: 0.05,
  nfl: 0.045,
  cfb: 0.05,
};
const marginSpread = 0.01;
/** The implied probability of the shortest price. */
const largestImplied = 0.99;
/** How far the market moves in a day: sd on the logit scale. */
const dailyDrift = 0.02;

/** What books price: the market's probabilities of the outcomes, and of the home team at its handicap. */
export type Quoted = {
  sport: Sport;
  market: Probabilities;
  spread: { line: number; cover: number } | undefined;
};

/** The prices of all books at one moment, around a market that is `drift` off the one at the start of the game. */
export function quoteAll(
  quoted: Quoted,
  at: { drift: number; random: Random; updatedAt: Date },
): BookPrices[] {
  return books.map((book) => quote(book, quoted, at));
}

function quote(
  book: string,
  { sport, market, spread }: Quoted,
  { drift, random, updatedAt }: { drift: number; random: Random; updatedAt: Date },
): BookPrices {
  const margin = meanMargin[sport] + marginSpread * (2 * random.uniform() - 1);
  const deviation = () => drift + bookNoise * random.normal();
  const moneyline = moneylineOf(shift(market, deviation()), margin);
  if (!spread) return { book, moneyline, updatedAt };
  const cover = logistic(logit(spread.cover) + deviation());
  const [home = 0, away = 0] = pricesOf([cover, 1 - cover], margin);
  return { book, moneyline, spread: { line: spread.line, home, away }, updatedAt };
}

/** Moves probabilities on the logit scale towards the home team; a draw keeps its share. */
export function shift(
  { home, draw, away }: Probabilities,
  by: number,
  limit: (p: number) => number = (p) => p,
): Probabilities {
  const decided = home + away;
  const share = limit(logistic(logit(limit(home / decided)) + by));
  return { home: share * decided, draw, away: (1 - share) * decided };
}

/** American prices of fair probabilities with a margin, which weighs more on underdogs, as real books place it. */
const pricesOf = (fair: readonly number[], margin: number): number[] =>
  addMargin(fair, margin).map((p) => decimalToAmerican(1 / Math.min(largestImplied, p)));

/** The vig-free consensus that books with the mean margin make of the market's probabilities. */
export const consensusOf = (sport: Sport, market: Probabilities): Probabilities =>
  fairProbabilities(moneylineOf(market, meanMargin[sport]));

function moneylineOf({ home, draw, away }: Probabilities, margin: number): Prices {
  const fair = draw === null ? [home, away] : [home, away, draw];
  const [homePrice = 0, awayPrice = 0, drawPrice = null] = pricesOf(fair, margin);
  return { home: homePrice, draw: drawPrice, away: awayPrice };
}

/** Distance of the market from its closing state some days before the start: a random walk that ends at the start. */
export function driftAt(daysAhead: number, random: Random): number {
  return sum(Array.from({ length: daysAhead }, () => dailyDrift * random.normal()));
}
