import { errorFunction, probit } from "simple-statistics";
import type { SpreadProbability } from "../types.ts";

/** Distribution function of the standard normal. */
export const normalCdf = (z: number): number => (1 + errorFunction(z / Math.SQRT2)) / 2;

const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** Quantile of the standard normal, sharpened from a rational approximation by Newton steps. */
export const normalQuantile = (p: number): number => {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, p));
  let z = probit(inside);
  for (let step = 0; step < 3; step += 1) z -= (normalCdf(z) - inside) / density(z);
  return z;
};

/** Expected home margin of a win probability, so that spreads agree with the moneyline. */
export const marginOf = (home: number, sd: number): number => sd * normalQuantile(home);

/** Win probability of a closing spread (home handicap) under a normal margin. */
export const winProbabilityOf = (spreadHome: number, sd: number): number =>
  normalCdf(-spreadHome / sd);

/**
 * Chances of the home side at a handicap when the margin is normal: margins are whole points,
 * so a whole line is hit with the density of one point and everything else is split around it.
 */
export const coverOf = (margin: number, sd: number, line: number): SpreadProbability => {
  const target = -line;
  const above = Math.floor(target) + 0.5;
  const below = Math.ceil(target) - 0.5;
  const cover = 1 - normalCdf((above - margin) / sd);
  const lose = normalCdf((below - margin) / sd);
  return { cover, push: Math.max(0, 1 - cover - lose), lose };
};

/**
 * Sd of margins about the model's own expectation sd·z, z the normal quantile of its probability:
 * the maximum of −n·ln s − Σ(m − s·z)²/2s², which is the positive root of n·s² + s·Σmz − Σm² = 0.
 */
export const fitMarginSd = (rows: readonly { home: number; margin: number }[]): number => {
  let cross = 0;
  let squares = 0;
  for (const { home, margin } of rows) {
    cross += normalQuantile(home) * margin;
    squares += margin * margin;
  }
  return (-cross + Math.sqrt(cross * cross + 4 * rows.length * squares)) / (2 * rows.length);
};
