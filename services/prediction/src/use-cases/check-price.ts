import { AppError } from "@orbline/kit/errors";
import {
  expectedValue,
  priceVerdict,
  type PriceVerdict,
} from "@orbline/proto/constants/predictions";
import { profitOf } from "../domain/bet.ts";
import { product, toCents } from "../domain/math.ts";
import { americanToDecimal, parlayOdds } from "../domain/odds.ts";
import {
  jointRange,
  type BetPrices,
  type CheckedBet,
  type PricedBet,
  type Range,
} from "../domain/price-check.ts";
import type { Slates } from "./ports.ts";

type CheckPriceDeps = { betPrices: BetPrices; slates: Pick<Slates, "now"> };

/** The judgment of a bet's odds: of one leg, or of a parlay of different games. */
export type CheckedPrice = {
  verdict: PriceVerdict;
  odds: number;
  stake: number;
  payout: number;
  breakEven: number;
  probability: number;
  range: Range;
  edge: number;
  expectedValue: number;
  legs: (PricedBet & { odds: number; breakEven: number })[];
};

/**
 * Judges the odds of a bet by our estimate and its likely range. Stores nothing.
 * @throws invalid with an issue for each leg that has no price
 */
export function checkPrice(
  { betPrices, slates }: CheckPriceDeps,
  request: { bets: readonly CheckedBet[]; stake: number },
): CheckedPrice {
  const legs = priceAll(betPrices, request.bets, slates.now());
  const odds = legs.length === 1 && legs[0] ? legs[0].odds : parlayOdds(legs);
  const decimal = americanToDecimal(odds);
  const breakEven = 1 / decimal;
  const probability = product(legs.map((leg) => leg.probability));
  const range = jointRange(legs);
  const edge = expectedValue(probability, decimal);
  const stake = toCents(request.stake);
  return {
    verdict: priceVerdict(breakEven, range),
    odds,
    stake,
    payout: profitOf(stake, odds),
    breakEven,
    probability,
    range,
    edge,
    expectedValue: toCents(stake * edge),
    legs,
  };
}

function priceAll(
  betPrices: BetPrices,
  bets: readonly CheckedBet[],
  now: Date,
): CheckedPrice["legs"] {
  const issues: { path: string; message: string }[] = [];
  const legs = bets.flatMap((bet, index) => {
    const priced = betPrices.priceOf(bet);
    if (priced.kind === "refused") {
      issues.push({ path: `legs.${index}.${priced.field}`, message: priced.message });
      return [];
    }
    if (priced.bet.startsAt <= now) {
      const message = `${priced.bet.game} has started. Choose a game that has not.`;
      issues.push({ path: `legs.${index}.gameId`, message });
    }
    return [{ ...priced.bet, odds: bet.odds, breakEven: 1 / americanToDecimal(bet.odds) }];
  });
  const [first] = issues;
  if (first) throw new AppError("invalid", "price_check.invalid", first.message, { issues });
  return legs;
}
