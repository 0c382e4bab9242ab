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
  const [first = 0, second = 0] = implied;
  if (total <= 1 || (implied.length === 2 && Math.abs(first - second) < nearEven))
    return implied.map((p) => p / total);
  const power = fairPower(implied);
  const raised = implied.map((p) => p ** power);
  const raisedTotal = sum(raised);
  return raised.map((p) => p / raisedTotal);
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

/** The power at which implied probabilities sum to 1, by bisection. */
function fairPower(implied: readonly number[]): number {
  let [low, high] = [1, 8];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (sum(implied.map((p) => p ** middle)) > 1) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
