import { logistic, logit } from "../ratings/rating.ts";
import type { Probabilities } from "../types.ts";

/** Keeps logits finite and every outcome possible. */
const edge = 1e-6;
const safe = (p: number): number => Math.min(1 - edge, Math.max(edge, p));

/**
 * Logarithmic opinion pool: probabilities raised to their weights, multiplied and renormalised.
 * Two-way that is a weighted sum of logits; a draw counts only when every opinion has one.
 */
export const pool = (
  opinions: readonly Readonly<{ weight: number; opinion: Probabilities }>[],
): Probabilities => {
  if (opinions.some(({ opinion }) => opinion.draw === null)) {
    const sum = opinions.reduce(
      (total, { weight, opinion }) => total + weight * logit(safe(opinion.home)),
      0,
    );
    const home = safe(logistic(sum));
    return { home, draw: null, away: 1 - home };
  }
  const power = (of: (p: Probabilities) => number): number =>
    Math.exp(
      opinions.reduce(
        (total, { weight, opinion }) => total + weight * Math.log(safe(of(opinion))),
        0,
      ),
    );
  const powers = [power((p) => p.home), power((p) => p.draw ?? 0), power((p) => p.away)];
  const all = powers.reduce((sum, x) => sum + x, 0);
  const [home = 0, draw = 0, away = 0] = powers.map((x) => safe(x / all));
  const total = home + draw + away;
  return { home: home / total, draw: draw / total, away: away / total };
};
