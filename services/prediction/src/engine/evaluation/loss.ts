import type { Probabilities } from "../types.ts";

/** Smallest chance a log loss reckons with, so that one upset cannot be infinite. */
const floor = 1e-6;

/** Probability given to what happened, null where the moneyline was void (two-way draw, no contest). */
export const chanceOf = (
  { home, draw, away }: Probabilities,
  score: number | null,
): number | null => {
  if (score === null) return null;
  if (score === 0.5) return draw;
  return score === 1 ? home : away;
};

/** Log loss of one prediction, null where the moneyline was void. */
export const lossOf = (opinion: Probabilities, score: number | null): number | null => {
  const chance = chanceOf(opinion, score);
  return chance === null ? null : -Math.log(Math.max(chance, floor));
};
