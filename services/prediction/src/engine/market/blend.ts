import { minimise, type Tunable } from "../training/minimize.ts";
import { compare } from "../evaluation/metrics.ts";
import { pool } from "./pool.ts";
import { lossOf } from "../evaluation/loss.ts";
import type { Probabilities } from "../types.ts";

/** Weights of the market's and the model's logits in the blend. */
export type BlendWeights = { market: number; model: number };

/** The blend that ignores the model: the market leads. */
export const marketLeads: BlendWeights = { market: 1, model: 0 };

/** One past game for fitting: both opinions and the home side's share of the result. */
export type BlendRow = { market: Probabilities; model: Probabilities; score: number | null };

/** Rows the pull towards the market is worth, per unit of squared weight. */
const ridge = 60;
/** Fewer priced games than this say nothing about the weights. */
const fewestRows = 200;

/** Market and model in one opinion: a weighted sum of logits, for three outcomes a weighted log pool. */
export const blendOf = (
  { market, model }: BlendWeights,
  { market: marketOpinion, model: modelOpinion }: Pick<BlendRow, "market" | "model">,
): Probabilities => {
  if (model === 0 && market === 1) return marketOpinion;
  return pool([
    { weight: market, opinion: marketOpinion },
    { weight: model, opinion: modelOpinion },
  ]);
};

/** Standard errors by which weights have to beat the simpler ones on past games before they are trusted. */
const proof = 2;

/** Weights with the least log loss on past rows under a ridge towards (1, 0), the model's never negative. */
export const fitWeights = (rows: readonly BlendRow[]): BlendWeights => {
  if (rows.length < fewestRows) return marketLeads;
  const [market = 1, model = 0] = minimise(
    ([a = 1, b = 0]) => penalised(rows, a, b),
    [marketStep, modelStep],
    60,
  );
  return { market, model };
};

/**
 * The fitted weights where the model clearly adds to the market on past rows, else the market alone. A market
 * weight other than 1 without the model is never used: how bold closing prices are wanders between seasons.
 */
export const fitBlend = (rows: readonly BlendRow[]): BlendWeights => {
  const both = fitWeights(rows);
  if (both.model === 0 || !beats(rows, both, marketLeads)) return marketLeads;
  const [alone = 1] = minimise(([a = 1]) => penalised(rows, a, 0), [marketStep], 40);
  return beats(rows, both, { market: alone, model: 0 }) ? both : marketLeads;
};

const marketStep: Tunable = { start: 1, step: 0.1, low: 0.3, high: 1.5 };
const modelStep: Tunable = { start: 0.05, step: 0.1, low: 0, high: 1 };

const penalised = (rows: readonly BlendRow[], market: number, model: number): number => {
  const losses = rows.reduce(
    (sum, row) => sum + (lossOf(blendOf({ market, model }, row), row.score) ?? 0),
    0,
  );
  return (losses + ridge * ((market - 1) ** 2 + model ** 2)) / rows.length;
};

const beats = (rows: readonly BlendRow[], weights: BlendWeights, rival: BlendWeights): boolean => {
  const { difference, standardError } = compare(
    rows.map((row) => ({
      first: blendOf(weights, row),
      second: blendOf(rival, row),
      score: row.score,
    })),
  );
  return difference < -proof * standardError;
};
