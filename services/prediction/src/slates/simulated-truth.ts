import type { ModelState } from "../model/serve.ts";
import type { Probabilities } from "../model/types.ts";

const logit = (p: number) => Math.log(p / (1 - p));
const logistic = (x: number) => 1 / (1 + Math.exp(-x));

/** Keeps a chance where books still quote it. */
export const clamp = (p: number): number => Math.min(0.97, Math.max(0.03, p));

/** Moves probabilities on the logit scale towards the home side; a draw keeps its share. */
export const shift = ({ home, draw, away }: Probabilities, by: number): Probabilities => {
  const decided = home + away;
  const share = clamp(logistic(logit(clamp(home / decided)) + by));
  return { home: share * decided, draw, away: (1 - share) * decided };
};

/** Log loss that expecting `model` costs beyond expecting the truth (Kullback and Leibler 1951). */
const costOf = (model: Probabilities, truth: Probabilities): number =>
  partOf(truth.home, model.home) +
  partOf(truth.draw ?? 0, model.draw ?? 1) +
  partOf(truth.away, model.away);

const partOf = (truth: number, model: number) => (truth > 0 ? truth * Math.log(truth / model) : 0);

/** Points and weights of the standard normal, four standard deviations to each side. */
const normal = Array.from({ length: 17 }, (_, index) => {
  const z = (index - 8) / 2;
  return { z, weight: Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI) / 2 };
});

const averageCost = (games: readonly Probabilities[], sd: number): number => {
  const costs = games.map((model) =>
    normal.reduce((sum, { z, weight }) => sum + weight * costOf(model, shift(model, sd * z)), 0),
  );
  return costs.reduce((sum, cost) => sum + cost, 0) / Math.max(1, costs.length);
};

/** By how much the market beat the model in the back-test, in log loss. */
const backTestGap = ({ model: { backTest } }: ModelState): number => {
  const { priced } = backTest;
  return priced ? Math.max(0, priced.model.logLoss - priced.market.logLoss) : unpricedGap;
};

/** A middling gap, for a sport whose history has no prices. */
const unpricedGap = 0.015;
const largestSd = 2;

/**
 * How far the hidden truth must lie from the model, as sd of the logit, so that over these games the market
 * is better than the model by as much as in the back-test. Found by bisection.
 */
export const truthSd = (state: ModelState, games: readonly Probabilities[]): number => {
  const gap = backTestGap(state);
  let low = 0;
  let high = largestSd;
  for (let step = 0; step < 16; step += 1) {
    const middle = (low + high) / 2;
    if (averageCost(games, middle) < gap) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};
