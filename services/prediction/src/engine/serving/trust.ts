import { blendOf } from "../market/blend.ts";
import { logistic, logit } from "../ratings/rating.ts";
import type { ModelState } from "./predict.ts";
import type { Band, Probabilities, ProbabilityRange } from "../types.ts";

/** Market and model in one opinion, by the weights fitted on past games. */
export const blend = (
  { model: { blend: weights } }: ModelState,
  model: Probabilities,
  market: Probabilities,
): Probabilities => blendOf(weights, { model, market });

/** Chance to cover by market and model together; both without pushes. @throws Error where no spread model was fitted. */
export const blendSpread = (
  { model: { spread, sport } }: ModelState,
  modelCover: number,
  marketCover: number,
): number => {
  if (spread === null) throw new Error(`no spread model is fitted for ${sport}`);
  return blendOf(
    { market: 1, model: spread.weight },
    {
      market: { home: marketCover, draw: null, away: 1 - marketCover },
      model: { home: modelCover, draw: null, away: 1 - modelCover },
    },
  ).home;
};

/** Weight of the model's logit in the moneyline blend; 0 means that the market leads. */
export const modelWeight = ({ model }: ModelState): number => model.blend.model;

/** The 80 % range around a probability: its logit ± the distance four in five back-test games stayed within. */
export const likelyRange = ({ model }: ModelState, p: number): ProbabilityRange => {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, p));
  const centre = logit(inside);
  return {
    low: logistic(centre - model.logitRange),
    high: logistic(centre + model.logitRange),
  };
};

/** How past predictions near a probability turned out in the back-test. */
export const bandOf = ({ model: { backTest } }: ModelState, p: number): Band => {
  const inside = backTest.bands.find(({ to }) => p < to) ?? backTest.bands.at(-1);
  return inside ?? { from: 0, to: 1, n: 0, won: 0 };
};
