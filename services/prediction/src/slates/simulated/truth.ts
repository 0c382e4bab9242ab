import { pool } from "../../engine/market/blend.ts";
import type { ModelState } from "../../engine/serving/predict.ts";
import { blend, modelWeight } from "../../engine/serving/predict.ts";
import type { Probabilities } from "../../engine/types.ts";
import { consensusOf } from "./books.ts";
import { logistic, logit } from "../../domain/math.ts";

/** Keeps a chance where books still quote it. */
const clamp = (p: number): number => Math.min(0.95, Math.max(0.05, p));

/** Moves probabilities on the logit scale towards the home side; a draw keeps its share. */
export const shift = ({ home, draw, away }: Probabilities, by: number): Probabilities => {
  const decided = home + away;
  const share = clamp(logistic(logit(clamp(home / decided)) + by));
  return { home: share * decided, draw, away: (1 - share) * decided };
};

/**
 * What makes a sport's hidden truth: how far the market's opinion lies from the model, as sd of the logit, and
 * the weights of both in what is true. Without a part of the model's own in it, the market is the truth.
 */
export type Hidden = { sd: number; market: number; model: number };

/** What only the simulation knows of a game: what the market thinks at its start, and what is true. */
export type Opinions = { market: Probabilities; truth: Probabilities };

/** Market and truth around what the model expects; `z` is standard normal. */
export const opinionsOf = (model: Probabilities, hidden: Hidden, z: number): Opinions => {
  const market = shift(model, hidden.sd * z);
  if (hidden.model === 0) return { market, truth: market };
  const truth = pool([
    { weight: hidden.market, forecast: market },
    { weight: hidden.model, forecast: model },
  ]);
  return { market, truth };
};

/** How much more log loss the first opinion costs than the second, on average over what is true. */
export const costBeyond = (
  first: Probabilities,
  second: Probabilities,
  truth: Probabilities,
): number =>
  (["home", "draw", "away"] as const).reduce((sum, side) => {
    const chance = truth[side] ?? 0;
    return chance > 0 ? sum + chance * Math.log((second[side] ?? 1) / (first[side] ?? 1)) : sum;
  }, 0);

/** Nodes and weights of the standard normal (Gauss and Hermite, seven points). */
const nodes = [
  { z: 0, weight: 0.457142857 },
  { z: 1.154405395, weight: 0.240123179 },
  { z: 2.366759411, weight: 0.030757124 },
  { z: 3.750439718, weight: 0.000548269 },
].flatMap(({ z, weight }) =>
  z === 0 ? [{ z, weight }] : [z, -z].map((at) => ({ z: at, weight })),
);

type Gaps = { model: number; blend: number };

/** What model and blend cost beyond the market, on average over some games; the market as books tell it. */
const gapsAt = (state: ModelState, games: readonly Probabilities[], hidden: Hidden): Gaps => {
  const total = { model: 0, blend: 0 };
  for (const model of games)
    for (const { z, weight } of nodes) {
      const { market, truth } = opinionsOf(model, hidden, z);
      const consensus = consensusOf(state.model.sport, market);
      total.model += weight * costBeyond(model, consensus, truth);
      total.blend += weight * costBeyond(blend(state, model, consensus), consensus, truth);
    }
  return { model: total.model / games.length, blend: total.blend / games.length };
};

/** A middling gap, for a sport whose history has no prices. */
const unpricedGap = 0.015;
const sdBounds = { least: 0.01, most: 2.5 };
/** A first guess: around an even chance, an opinion off by `sd` on the logit costs an eighth of its square. */
const guessSd = (gap: number) => Math.sqrt(8 * gap);

/** The sd at which the gap between model and market is as given; the gap grows almost as its square. */
const sdWhere = (gap: number, gapOf: (sd: number) => number, start: number): number => {
  let sd = Math.max(sdBounds.least, start);
  const atNone = gapOf(0);
  for (let step = 0; step < 6; step += 1) {
    const found = gapOf(sd);
    if (Math.abs(found - gap) < gap / 500) break;
    const ratio = Math.max(1e-6, gap - atNone) / Math.max(1e-6, found - atNone);
    sd = Math.min(sdBounds.most, Math.max(sdBounds.least, sd * Math.sqrt(ratio)));
  }
  return sd;
};

/** Variance of the logits by which the model tells the sides of some games apart. */
const varianceOf = (games: readonly Probabilities[]): number =>
  games.reduce((sum, { home, away }) => sum + logit(clamp(home / (home + away))) ** 2, 0) /
  games.length;

/**
 * Weights that leave the market right on average: what the model adds to the truth is only by how much it
 * departs from what the market would have led one to expect of it.
 */
const hiddenWith = (sd: number, weight: number, variance: number): Hidden => ({
  sd,
  market: 1 - (weight * variance) / (variance + sd ** 2),
  model: weight,
});

/**
 * Fits the hidden truth to the back-test in the sport's artefact, so that over such games the model is behind
 * the consensus by as much as there, and the blend ahead of it by no more than there.
 */
export const fitHidden = (state: ModelState, games: readonly Probabilities[]): Hidden => {
  const { priced } = state.model.backTest;
  const gap = priced ? Math.max(0, priced.model.logLoss - priced.market.logLoss) : unpricedGap;
  const variance = varianceOf(games);
  const fitSd = (weight: number, start: number) =>
    sdWhere(gap, (sd) => gapsAt(state, games, hiddenWith(sd, weight, variance)).model, start);
  const sd = fitSd(0, guessSd(gap));
  const trusted = modelWeight(state);
  if (!priced || trusted === 0) return hiddenWith(sd, 0, variance);
  const gain = Math.max(0, priced.market.logLoss - priced.blend.logLoss);
  const gainAt = (weight: number) => -gapsAt(state, games, hiddenWith(sd, weight, variance)).blend;
  const [none, all] = [gainAt(0), gainAt(trusted)];
  // The gain is linear in the weight but for terms of higher order.
  const share = Math.min(1, Math.max(0, (gain - none) / Math.max(1e-9, all - none)));
  const weight = share * trusted;
  return hiddenWith(fitSd(weight, sd), weight, variance);
};
