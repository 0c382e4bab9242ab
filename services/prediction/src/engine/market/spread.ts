import { normalCdf, normalQuantile } from "../math.ts";
import type { SpreadProbability } from "../types.ts";

/** Expected home margin of a win probability under a normal margin, so that spreads agree with the moneyline. */
export const marginOf = (home: number, sd: number): number => sd * normalQuantile(home);

/** Win probability of a closing spread (home handicap) under a normal margin (Stern 1991). */
export const winProbabilityOf = (spreadHome: number, sd: number): number =>
  normalCdf(-spreadHome / sd);

/**
 * Probabilities of the home team at a handicap when the margin is normal. Margins are whole points, so a whole line is
 * hit with the probability of the point around it.
 */
export function coverOf(margin: number, sd: number, line: number): SpreadProbability {
  const target = -line;
  const above = Math.floor(target) + 0.5;
  const below = Math.ceil(target) - 0.5;
  const cover = 1 - normalCdf((above - margin) / sd);
  const lose = normalCdf((below - margin) / sd);
  return { cover, push: Math.max(0, 1 - cover - lose), lose };
}

/**
 * Maximum likelihood standard deviation s of margins m about the model's own expectation s·z, z the normal quantile of
 * its probability: the positive root of n·s² + s·Σmz − Σm² = 0.
 */
export function fitMarginSd(rows: readonly { home: number; margin: number }[]): number {
  let [cross, squares] = [0, 0];
  for (const { home, margin } of rows) {
    cross += normalQuantile(home) * margin;
    squares += margin * margin;
  }
  return (-cross + Math.sqrt(cross * cross + 4 * rows.length * squares)) / (2 * rows.length);
}
