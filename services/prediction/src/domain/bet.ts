import { AppError } from "@orbline/kit/errors";

/** How a leg or a whole bet stands. */
export type Outcome = "open" | "won" | "lost" | "push" | "void";

/** Decimal odds of an American price; −100 and +100 are both 2. @throws invalid when it is no American price */
export const decimalOf = (american: number): number => {
  if (!Number.isFinite(american) || Math.abs(american) < 100)
    throw new AppError("invalid", "odds.invalid", `${american} is not an American price.`);
  return american > 0 ? 1 + american / 100 : 1 + 100 / -american;
};

/** Whether a number is a price as books quote it: whole, and 100 or more either way. */
export const isAmerican = (price: number): boolean =>
  Number.isInteger(price) && Math.abs(price) >= 100;

/** A book whose implied chances sum to less or more than this has a mistake among its prices. */
const soundSum = { from: 0.97, to: 1.25 };

/** Whether one book's prices of all outcomes, each a price, can be meant: their implied chances sum to about 1. */
export const hasSoundSum = (prices: readonly number[]): boolean => {
  const sum = prices.reduce((total, price) => total + 1 / decimalOf(price), 0);
  return sum >= soundSum.from && sum <= soundSum.to;
};

/** American price of decimal odds, rounded once to a whole number; evens are +100. */
export const americanOf = (decimal: number): number => {
  if (!Number.isFinite(decimal) || decimal <= 1)
    throw new AppError("invalid", "odds.invalid", `${decimal} are not decimal odds.`);
  const american = Math.round(decimal >= 2 ? (decimal - 1) * 100 : -100 / (decimal - 1));
  return american === -100 ? 100 : american;
};

/** American odds of a parlay: the product of the legs' decimal odds, rounded once. */
export const parlayOdds = (legs: readonly { odds: number }[]): number =>
  americanOf(legs.reduce((product, { odds }) => product * decimalOf(odds), 1));

/** Money rounded to cents. */
export const toCents = (amount: number): number =>
  Math.round((amount + Number.EPSILON) * 100) / 100;

/**
 * What a winning stake earns on top: stake × odds/100, or stake × 100/|odds|; half a cent is rounded up. Reckoned
 * in cents, where halves are exact: 2.82 × 1.75 in dollars comes out just below 4.935.
 */
export const profitOf = (stake: number, american: number): number => {
  const cents = Math.round(stake * 100);
  return Math.round(american > 0 ? (cents * american) / 100 : (cents * 100) / -american) / 100;
};

/** A settled bet: what came back in all, and what that is above the stake. */
export type Settlement = { outcome: Exclude<Outcome, "open">; returned: number; profit: number };

type SettledLeg = { odds: number; outcome: Outcome };

/** Whether a leg counts: one that was pushed or void drops out of its bet. */
export const isCounted = (outcome: Outcome): boolean => outcome !== "push" && outcome !== "void";

/** Odds that a winning bet is paid at: those taken, or the product of the legs that count. */
export const paidOdds = (odds: number, legs: readonly SettledLeg[]): number => {
  const counted = legs.filter(({ outcome }) => isCounted(outcome));
  return counted.length === legs.length ? odds : parlayOdds(counted);
};

/**
 * Settles a bet by its legs; undefined while one that matters is open. A lost leg loses all; legs that were
 * pushed or void drop out and the rest pay at their own product; when none is left the stake comes back.
 */
export const settleBet = (
  stake: number,
  odds: number,
  legs: readonly SettledLeg[],
): Settlement | undefined => {
  if (legs.some(({ outcome }) => outcome === "lost"))
    return { outcome: "lost", returned: 0, profit: -stake };
  if (legs.some(({ outcome }) => outcome === "open")) return undefined;
  const won = legs.filter(({ outcome }) => outcome === "won");
  if (won.length === 0) {
    const outcome = legs.every((leg) => leg.outcome === "void") ? "void" : "push";
    return { outcome, returned: stake, profit: 0 };
  }
  const profit = profitOf(stake, paidOdds(odds, legs));
  return { outcome: "won", returned: toCents(stake + profit), profit };
};
