import { sum } from "../domain/math.ts";
import { americanToDecimal } from "../domain/odds.ts";
import type { Prices, Probabilities } from "./types.ts";

/** Two-way prices whose implied probabilities differ by less are scaled in proportion. */
const nearEven = 0.1;

/**
 * Fair probabilities of one book's American prices, in the same order: by the power method (Clarke, Kovalchik and
 * Ingram 2017), in proportion for near-even two-way prices. @throws RangeError when a |price| < 100
 */
export function devig(prices: readonly number[]): number[] {
  const implied = prices.map((price) => 1 / americanToDecimal(price));
  const total = sum(implied);
  if (total <= 1 || isNearEven(implied)) return implied.map((p) => p / total);
  const raised = raiseToSum(implied, 1, [1, 8]);
  const raisedTotal = sum(raised);
  return raised.map((p) => p / raisedTotal);
}

/** Implied probabilities of fair ones with a bookmaker's margin, placed so that `devig` removes it again. */
export function addMargin(fair: readonly number[], margin: number): number[] {
  const scaled = fair.map((p) => p * (1 + margin));
  return isNearEven(scaled) ? scaled : raiseToSum(fair, 1 + margin, [0.1, 1]);
}

/** Fair probabilities of one book's moneyline. */
export function fairProbabilities({ home, draw, away }: Prices): Probabilities {
  if (draw === null) {
    const [fairHome = 0, fairAway = 0] = devig([home, away]);
    return { home: fairHome, draw: null, away: fairAway };
  }
  const [fairHome = 0, fairDraw = 0, fairAway = 0] = devig([home, draw, away]);
  return { home: fairHome, draw: fairDraw, away: fairAway };
}

const isNearEven = ([first = 0, second = 0, ...more]: readonly number[]): boolean =>
  more.length === 0 && Math.abs(first - second) < nearEven;

/**
 * Probabilities raised to the power between two bounds at which they sum to `total`, by Newton's method from the power 1.
 * The sum is convex in the power, so the steps converge from any start.
 */
function raiseToSum(
  probabilities: readonly number[],
  total: number,
  [low, high]: [number, number],
): number[] {
  let power = 1;
  for (let step = 0; step < 50; step += 1) {
    let excess = -total;
    let slope = 0;
    for (const p of probabilities) {
      const raised = p ** power;
      excess += raised;
      if (p > 0) slope += raised * Math.log(p);
    }
    const next = Math.min(high, Math.max(low, power - excess / slope));
    const isFound = Math.abs(next - power) < 1e-13;
    power = next;
    if (isFound) break;
  }
  return probabilities.map((p) => p ** power);
}
