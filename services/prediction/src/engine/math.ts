import { errorFunction, probit } from "simple-statistics";
import type { Probabilities } from "./types.ts";

export const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length;

/** Probabilities of a game without a draw. */
export const twoWay = (home: number): Probabilities => ({ home, draw: null, away: 1 - home });

/** Keeps a probability at least `edge` away from 0 and 1. */
export const clamp = (p: number, edge = 1e-6): number => Math.min(1 - edge, Math.max(edge, p));

/** Distribution function of the standard normal. */
export const normalCdf = (z: number): number => (1 + errorFunction(z / Math.SQRT2)) / 2;

/** Quantile of the standard normal: a rational approximation refined by Newton steps. */
export function normalQuantile(p: number): number {
  const inside = clamp(p);
  let z = probit(inside);
  for (let step = 0; step < 3; step += 1) z -= (normalCdf(z) - inside) / density(z);
  return z;
}

const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
