import type { Outcome } from "@orbline/proto/constants/predictions";
import { toCents } from "./math.ts";
import { parlayOdds } from "./odds.ts";

export type { Outcome };
/** A settled prediction: the whole amount returned, and the profit above the stake. */
export type Settlement = { outcome: Exclude<Outcome, "open">; returned: number; profit: number };
type SettledLeg = { odds: number; outcome: Outcome };

/**
 * What a winning stake earns on top: stake × odds/100, or stake × 100/|odds|; half a cent is rounded up. Computed
 * in cents, where halves are exact: 2.82 × 1.75 in dollars comes out just below 4.935.
 */
export function profitOf(stake: number, american: number): number {
  const cents = Math.round(stake * 100);
  return Math.round(american > 0 ? (cents * american) / 100 : (cents * 100) / -american) / 100;
}

/** Whether a leg counts: a pushed or void leg drops out. */
export const isCounted = (outcome: Outcome): boolean => outcome !== "push" && outcome !== "void";

/** Odds that a winning bet is paid at: those taken, or the product of the legs that count. */
export function paidOdds(odds: number, legs: readonly SettledLeg[]): number {
  const counted = legs.filter(({ outcome }) => isCounted(outcome));
  return counted.length === legs.length ? odds : parlayOdds(counted);
}

/**
 * Settles a bet by its legs; undefined while one that matters is open. A lost leg loses all; legs that were
 * pushed or void drop out and the rest pay at their own product; when none is left the stake comes back.
 */
export function settleBet(
  stake: number,
  odds: number,
  legs: readonly SettledLeg[],
): Settlement | undefined {
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
}
