import { dayMs, hourMs, minuteMs } from "../domain/dates.ts";

/** More frequent calls would show nothing that a user could act on. */
const fastestPricesMs = 10 * minuteMs;
const fastestScoresMs = 20 * minuteMs;
/** Scores reach back three days: slower calls would lose results. */
const slowestScoresMs = 60 * hourMs;
/** Share of the credits kept for calls out of turn. */
const reserve = 0.05;

/**
 * Spreads the remaining credits evenly over the month, at the end of which the provider grants new ones. Scores are
 * due half as often as prices. Costs are those of one round over all competitions in season.
 * @returns the time between two calls for the same competition's prices, and for its scores
 */
export function paceOf(month: {
  /** Undefined until the provider has reported it. */
  remaining: number | undefined;
  now: Date;
  pricesCost: number;
  scoresCost: number;
}): { pricesEveryMs: number; scoresEveryMs: number } {
  const { remaining, now, pricesCost, scoresCost } = month;
  if (remaining === undefined) return { pricesEveryMs: dayMs, scoresEveryMs: dayMs };
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const timeLeftMs = Math.max(dayMs, nextMonth - now.getTime());
  const spendable = Math.max(1, remaining * (1 - reserve));
  const roundMs = (timeLeftMs * (pricesCost + scoresCost / 2)) / spendable;
  return {
    pricesEveryMs: Math.max(fastestPricesMs, roundMs),
    scoresEveryMs: Math.min(slowestScoresMs, Math.max(fastestScoresMs, 2 * roundMs)),
  };
}
