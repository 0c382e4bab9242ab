import { logit, sum } from "../../domain/math.ts";
import { blendOf, estimatePick } from "../../engine/market/blend.ts";
import { blend, type ModelState } from "../../engine/serving/predict.ts";
import type { Probabilities } from "../../engine/types.ts";
import { consensusOf, shift } from "./books.ts";

/** Keeps a probability where books still price it. */
const limit = (p: number): number => Math.min(0.95, Math.max(0.05, p));

/**
 * A sport's hidden truth: how far the market lies from the model, as sd of the logit, and the weights of both in the
 * truth, which is nearer to even than both by the slope that picks of real games have.
 */
export type TruthModel = { sd: number; market: number; model: number };

/** The market's probabilities at the start of a game, and the true ones. */
export type Forecasts = { market: Probabilities; truth: Probabilities };

/** Market and truth around the model's probabilities; `z` is standard normal. */
export function forecastsOf(model: Probabilities, hidden: TruthModel, z: number): Forecasts {
  const market = shift(model, hidden.sd * z, limit);
  const pooled = blendOf(hidden, { market, model });
  return { market, truth: estimatePick(pooled) };
}

/** Mean log loss of the first forecast minus that of the second one. */
export function costBeyond(
  first: Probabilities,
  second: Probabilities,
  truth: Probabilities,
): number {
  const costs = (["home", "draw", "away"] as const).map((side) => {
    const p = truth[side] ?? 0;
    return p > 0 ? p * Math.log((second[side] ?? 1) / (first[side] ?? 1)) : 0;
  });
  return sum(costs);
}

/**
 * Fits the hidden truth to the back-test in the sport's artifact: on these games the model trails the consensus by as
 * much as in the back-test, and the blend leads it by no more.
 */
export function fitTruth(state: ModelState, games: readonly Probabilities[]): TruthModel {
  const { priced } = state.model.backTest;
  const gap = priced ? Math.max(0, priced.model.logLoss - priced.market.logLoss) : unpricedGap;
  const variance = varianceOf(games);
  const gapsAt = (sd: number, weight: number) =>
    meanGaps(state, games, truthModel(sd, weight, variance));
  const fitSd = (weight: number, start: number) =>
    sdWhere(gap, (sd) => gapsAt(sd, weight).model, start);
  // Around an even game, a forecast off by sd on the logit scale costs about an eighth of its square.
  const sd = fitSd(0, Math.sqrt(8 * gap));
  const trusted = state.model.blend.model;
  if (!priced || trusted === 0) return truthModel(sd, 0, variance);
  const gain = Math.max(0, priced.market.logLoss - priced.blend.logLoss);
  const [none, all] = [-gapsAt(sd, 0).blend, -gapsAt(sd, trusted).blend];
  // The gain is linear in the weight except for terms of higher order.
  const share = Math.min(1, Math.max(0, (gain - none) / Math.max(1e-9, all - none)));
  const weight = share * trusted;
  return truthModel(fitSd(weight, sd), weight, variance);
}

/** A middling gap, for a sport whose history has no prices. */
const unpricedGap = 0.015;
const sdBounds = { least: 0.01, most: 2.5 };

const varianceOf = (games: readonly Probabilities[]): number =>
  sum(games.map(({ home, away }) => logit(limit(home / (home + away))) ** 2)) / games.length;

/**
 * Weights that leave the market right on average: the model adds to the truth only its departure from what the market
 * implies about it.
 */
const truthModel = (sd: number, weight: number, variance: number): TruthModel => ({
  sd,
  market: 1 - (weight * variance) / (variance + sd ** 2),
  model: weight,
});

/** Nodes and weights of the standard normal (Gauss and Hermite, seven points). */
const nodes = [
  { z: 0, weight: 0.457142857 },
  { z: 1.154405395, weight: 0.240123179 },
  { z: 2.366759411, weight: 0.030757124 },
  { z: 3.750439718, weight: 0.000548269 },
].flatMap(({ z, weight }) =>
  z === 0 ? [{ z, weight }] : [z, -z].map((at) => ({ z: at, weight })),
);

/** Mean cost of model and blend beyond the consensus of the books. */
function meanGaps(state: ModelState, games: readonly Probabilities[], hidden: TruthModel) {
  const total = { model: 0, blend: 0 };
  for (const model of games)
    for (const { z, weight } of nodes) {
      const { market, truth } = forecastsOf(model, hidden, z);
      const consensus = consensusOf(state.model.sport, market);
      total.model += weight * costBeyond(model, consensus, truth);
      total.blend += weight * costBeyond(blend(state, model, consensus), consensus, truth);
    }
  return { model: total.model / games.length, blend: total.blend / games.length };
}

/** The sd at which the gap between model and market is `gap`; the gap grows almost as the square of the sd. */
function sdWhere(gap: number, gapOf: (sd: number) => number, start: number): number {
  let sd = Math.max(sdBounds.least, start);
  const atNone = gapOf(0);
  for (let step = 0; step < 6; step += 1) {
    const found = gapOf(sd);
    if (Math.abs(found - gap) < gap / 500) break;
    const ratio = Math.max(1e-6, gap - atNone) / Math.max(1e-6, found - atNone);
    sd = Math.min(sdBounds.most, Math.max(sdBounds.least, sd * Math.sqrt(ratio)));
  }
  return sd;
}
