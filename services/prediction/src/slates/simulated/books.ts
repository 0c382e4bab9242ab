import type { BookPrices } from "../../domain/slate.ts";
import type { Sport } from "../../domain/sport.ts";
import { devig } from "../../engine/odds.ts";
import type { Probabilities } from "../../engine/types.ts";
import type { Random } from "../random.ts";
import { decimalToAmerican } from "../../domain/odds.ts";
import { logistic, logit } from "../../domain/math.ts";

/** Names of the invented books. */
const books = ["Northgate", "Fairline", "Harbour", "Copperfield", "Meridian"];
/** A book's own opinion around the consensus: sd on the logit scale. */
const bookNoise = 0.03;
/** By how much what implied chances sum to lies above 1 on average, and a book's place around that. */
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
/** The shortest price there is, as implied chance. */
const largestImplied = 0.99;

const moved = (p: number, by: number): number => logistic(logit(p) + by);

/**
 * The margin is put on every outcome alike, so that backing any of them at random costs just that. The power
 * method, by which margins of real books are removed, then sees favourites a little too high, so that parlays
 * of the simulated season return less than they promise, never more.
 */
const priceOf = (p: number, margin: number): number =>
  decimalToAmerican(1 / Math.min(largestImplied, p * (1 + margin)));

/** What the median of the books makes of an opinion when their margin is taken off again. */
export const consensusOf = (sport: Sport, { home, draw, away }: Probabilities): Probabilities => {
  const priced = (p: number) => priceOf(p, meanMargin[sport]);
  if (draw === null) {
    const [fairHome = 0, fairAway = 0] = devig([home, away].map(priced));
    return { home: fairHome, draw: null, away: fairAway };
  }
  const [fairHome = 0, fairDraw = 0, fairAway = 0] = devig([home, draw, away].map(priced));
  return { home: fairHome, draw: fairDraw, away: fairAway };
};

/** What a book quotes on: the market's opinion of the winner, and of the home side at its handicap. */
export type Quoted = {
  sport: Sport;
  market: Probabilities;
  spread: { line: number; cover: number } | undefined;
};

const noisy = ({ home, draw, away }: Probabilities, by: number): Probabilities => {
  const decided = home + away;
  const share = moved(home / decided, by);
  return { home: share * decided, draw, away: (1 - share) * decided };
};

const quote = (
  book: string,
  { sport, market, spread }: Quoted,
  { drift, random, updatedAt }: { drift: number; random: Random; updatedAt: Date },
): BookPrices => {
  const margin = meanMargin[sport] + marginSpread * (2 * random.uniform() - 1);
  const seen = noisy(market, drift + bookNoise * random.normal());
  const cover = spread && moved(spread.cover, drift + bookNoise * random.normal());
  return {
    book,
    moneyline: {
      home: priceOf(seen.home, margin),
      draw: seen.draw === null ? null : priceOf(seen.draw, margin),
      away: priceOf(seen.away, margin),
    },
    ...(spread &&
      cover !== undefined && {
        spread: {
          line: spread.line,
          home: priceOf(cover, margin),
          away: priceOf(1 - cover, margin),
        },
      }),
    updatedAt,
  };
};

/** By how much the market's opinion moves in a day, as sd of the logit. */
const dailyDrift = 0.02;

/** How far the market was from its last opinion some days before the start: a walk that ends at the start. */
export const driftAt = (daysAhead: number, random: Random): number =>
  Array.from({ length: daysAhead }, () => dailyDrift * random.normal()).reduce(
    (sum, step) => sum + step,
    0,
  );

/** The prices of all books at one moment, around an opinion that is `drift` off the one at the start. */
export const quoteAll = (
  quoted: Quoted,
  at: { drift: number; random: Random; updatedAt: Date },
): BookPrices[] => books.map((book) => quote(book, quoted, at));
