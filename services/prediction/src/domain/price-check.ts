import { logit, product, sum } from "./math.ts";
import type { SlateGame } from "./slate.ts";
import type { Sport } from "./sport.ts";

/** A bet that a user found at a book; without a line, a spread is at the usual one. */
export type CheckedBet = { gameId: string; odds: number } & (
  | { market: "moneyline"; side: "home" | "draw" | "away" }
  | { market: "spread"; side: "home" | "away"; line?: number | undefined }
);

export type Range = { from: number; to: number };

/** A bet with the probabilities behind its price. */
export type PricedBet = {
  gameId: string;
  sport: Sport;
  game: string;
  betOn: string;
  betType: string;
  startsAt: Date;
  probability: number;
  /** 80 % range of the probability. */
  range: Range;
  /** Undefined when no rating counts. */
  modelProbability: number | undefined;
  marketProbability: number;
  books: number;
  /** The best price among the books that look sound. */
  best: Best;
};

/** Why a bet has no price: the field that is wrong, and what is wrong with it. */
export type Refusal = { field: "gameId" | "market" | "side" | "line"; message: string };

type Best = { odds: number; book: string } | undefined;

/** The best prices of a game: of each outcome, and of both sides at the usual line. */
export type BestPrices = {
  moneyline: { home: Best; draw: Best; away: Best } | undefined;
  spread: { line: number; home: Best; away: Best } | undefined;
};

/** Our estimate of an outcome, and whether its best price is a good one. */
export type SideEstimate = { probability: number; goodPrice: boolean };
export type GameEstimates = {
  home: SideEstimate;
  draw: SideEstimate | undefined;
  away: SideEstimate;
};

/** Prices of single bets from the current slates, without a call of the provider. */
export type BetPrices = {
  bestPrices: (game: SlateGame) => BestPrices;
  /** Our estimates of a game's outcomes; undefined where no book has a sound moneyline. */
  estimatesOf: (game: SlateGame) => GameEstimates | undefined;
  priceOf: (
    bet: CheckedBet,
  ) => { kind: "priced"; bet: PricedBet } | ({ kind: "refused" } & Refusal);
};

/** Who checks a price. A visitor is known by address only. */
export type PriceChecker = { isSubscriber: boolean; userId?: string | undefined; address: string };

/** Limits of price checks: per minute for a subscriber, per UTC day for others. */
export type PriceCheckLimits = {
  /**
   * Counts a check. Resolves with the free checks that are left today, undefined for a subscriber.
   * @throws rate-limited with the seconds to wait
   */
  take: (checker: PriceChecker) => Promise<number | undefined>;
};

/**
 * Likely range of the probability that all legs win: the legs' logit errors as independent errors of log p, whose
 * derivative is 1 − p, added in quadrature.
 */
export function jointRange(legs: readonly { probability: number; range: Range }[]): Range {
  const [only] = legs;
  if (only && legs.length === 1) return only.range;
  const probability = product(legs.map((leg) => leg.probability));
  const squares = legs.map(
    (leg) => ((1 - leg.probability) * (logit(leg.range.to) - logit(leg.probability))) ** 2,
  );
  const half = Math.sqrt(sum(squares));
  return { from: probability * Math.exp(-half), to: Math.min(1, probability * Math.exp(half)) };
}
