import { dayMs, hourMs, minuteMs } from "../domain/dates.ts";

/** Prices change often, but more calls than this would bring nothing that the user could act on. */
const quickestPricesMs = 10 * minuteMs;
const quickestScoresMs = 20 * minuteMs;
/** Scores reach back three days: asked less often, results would be lost. */
const slowestScoresMs = 60 * hourMs;
/** Kept for what is asked out of turn. */
const reserve = 0.05;
/** Until the provider has said what is left. */
const unknownPace = { pricesEveryMs: dayMs, scoresEveryMs: dayMs };

/** How long to wait between two calls for the same competition's prices, and for its scores. */
export type Pace = { pricesEveryMs: number; scoresEveryMs: number };

const startOfNextMonth = (now: Date) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);

/**
 * Spreads the credits that are left evenly over the rest of the month, when the provider grants new ones.
 * `pricesCost` and `scoresCost` are those of one round over all competitions in season; scores are asked
 * half as often.
 */
export const paceOf = ({
  remaining,
  now,
  pricesCost,
  scoresCost,
}: {
  /** Undefined until the provider has said it. */
  remaining: number | undefined;
  now: Date;
  pricesCost: number;
  scoresCost: number;
}): Pace => {
  if (remaining === undefined) return unknownPace;
  const timeLeftMs = Math.max(dayMs, startOfNextMonth(now) - now.getTime());
  const spendable = Math.max(1, remaining * (1 - reserve));
  const roundMs = (timeLeftMs * (pricesCost + scoresCost / 2)) / spendable;
  return {
    pricesEveryMs: Math.max(quickestPricesMs, roundMs),
    scoresEveryMs: Math.min(slowestScoresMs, Math.max(quickestScoresMs, 2 * roundMs)),
  };
};
