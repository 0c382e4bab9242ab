import { logistic, logit, sum } from "../../domain/math.ts";
import { compare, lossOf } from "../evaluation/metrics.ts";
import { clamp, twoWay } from "../math.ts";
import type { BlendWeights } from "../model.ts";
import { minimize, type Tunable } from "../training/minimize.ts";
import type { Probabilities } from "../types.ts";

/** The blend that ignores the model. */
export const marketLeads: BlendWeights = { market: 1, model: 0 };

/** Slope on the logit scale from the estimate of a pick to how often such picks win; see `estimatePick`. */
export const pickSlope = 0.966;

/** A past game for fitting: both forecasts and the home team's share of the result. */
export type BlendRow = { market: Probabilities; model: Probabilities; homeResult: number | null };

/** Ridge towards (1, 0), in games per unit of squared weight. */
const ridge = 60;
/** Fewer priced games than this leave the market in the lead. */
const fewestRows = 200;
/** Standard errors by which weights must beat simpler ones on past games. */
const proof = 2;

const marketStep: Tunable = { start: 1, step: 0.1, low: 0.3, high: 1.5 };
const modelStep: Tunable = { start: 0.05, step: 0.1, low: 0, high: 1 };

/**
 * Logarithmic opinion pool (Genest and Zidek 1986): probabilities raised to their weights, multiplied and
 * renormalized. For two outcomes that is a weighted sum of logits; a draw counts only when every forecast has one.
 */
export function pool(
  forecasts: readonly Readonly<{ weight: number; forecast: Probabilities }>[],
): Probabilities {
  if (forecasts.some(({ forecast }) => forecast.draw === null)) {
    const total = sum(
      forecasts.map(({ weight, forecast }) => weight * logit(clamp(forecast.home))),
    );
    return twoWay(clamp(logistic(total)));
  }
  const power = (of: (p: Probabilities) => number): number =>
    Math.exp(sum(forecasts.map(({ weight, forecast }) => weight * Math.log(clamp(of(forecast))))));
  const powers = [power((p) => p.home), power((p) => p.draw ?? 0), power((p) => p.away)];
  const all = sum(powers);
  const [home = 0, draw = 0, away = 0] = powers.map((x) => clamp(x / all));
  const total = home + draw + away;
  return { home: home / total, draw: draw / total, away: away / total };
}

export function blendOf(
  { market, model }: BlendWeights,
  forecasts: Pick<BlendRow, "market" | "model">,
): Probabilities {
  if (model === 0 && market === 1) return forecasts.market;
  return pool([
    { weight: market, forecast: forecasts.market },
    { weight: model, forecast: forecasts.model },
  ]);
}

/**
 * The estimate of outcomes that selection may pick. Outcomes are picked because they look good for their price, and such
 * favorites win less often than closing prices say, such underdogs more often. The slope is fitted on picks of the earlier
 * half of all priced seasons; on the later half the picks then win as often as estimated ("Picks" in the model card).
 */
export const estimatePick = (estimate: Probabilities): Probabilities =>
  pool([{ weight: pickSlope, forecast: estimate }]);

/** Weights with the least log loss on past rows under a ridge towards (1, 0); the model's is never negative. */
export function fitWeights(rows: readonly BlendRow[]): BlendWeights {
  if (rows.length < fewestRows) return marketLeads;
  const [market = 1, model = 0] = minimize(
    ([a = 1, b = 0]) => penalized(rows, a, b),
    [marketStep, modelStep],
    60,
  );
  return { market, model };
}

/**
 * The fitted weights when the model clearly improves on the market on past rows, else the market alone. A market
 * weight other than 1 without the model is never used, because the boldness of closing prices varies between seasons.
 */
export function fitBlend(rows: readonly BlendRow[]): BlendWeights {
  const both = fitWeights(rows);
  if (both.model === 0 || !beats(rows, both, marketLeads)) return marketLeads;
  const [alone = 1] = minimize(([a = 1]) => penalized(rows, a, 0), [marketStep], 40);
  return beats(rows, both, { market: alone, model: 0 }) ? both : marketLeads;
}

function penalized(rows: readonly BlendRow[], market: number, model: number): number {
  const losses = rows.map((row) => lossOf(blendOf({ market, model }, row), row.homeResult) ?? 0);
  return (sum(losses) + ridge * ((market - 1) ** 2 + model ** 2)) / rows.length;
}

function beats(rows: readonly BlendRow[], weights: BlendWeights, rival: BlendWeights): boolean {
  const { difference, standardError } = compare(
    rows.map((row) => ({
      first: blendOf(weights, row),
      second: blendOf(rival, row),
      homeResult: row.homeResult,
    })),
  );
  return difference < -proof * standardError;
}
