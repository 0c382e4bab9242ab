import { pricedRows, spanOf, type BackTestRow } from "./backtest.ts";
import { blendOf } from "../market/blend.ts";
import { fitSport } from "../training/fit.ts";
import { lessonOf } from "../features/match.ts";
import { marketOf } from "../market/prices.ts";
import { compare, metricsOf, type Comparison, type Metrics } from "./metrics.ts";
import type { FittedModel, Span } from "../training/model.ts";
import { makeWalker, startWalk, stepWalk } from "../serving/walk.ts";
import type { PricedGame, Probabilities, Sport } from "../types.ts";

/** Predictions of one test row; market and blend are null without a price. */
export type EvaluatedRow = Probabilities & {
  row: number;
  blend: Probabilities | null;
  market: Probabilities | null;
};

/** Scores of a walk over unseen games; `priced` compares on the games that have a price. */
export type Evaluation = {
  sport: Sport;
  history: Span;
  test: Span;
  rows: EvaluatedRow[];
  model: Metrics;
  priced: {
    model: Metrics;
    market: Metrics;
    blend: Metrics;
    modelAgainstMarket: Comparison;
    blendAgainstMarket: Comparison;
  } | null;
  fitted: FittedModel;
};

/** Fits on the history only, then walks the test games in order: predict, then learn. */
export const evaluateSport = (
  sport: Sport,
  history: readonly PricedGame[],
  test: readonly PricedGame[],
): Evaluation => walkTest(fitSport(sport, history), history, test);

/** Walks history and test with a fitted model and scores the test rows. */
export const walkTest = (
  fitted: FittedModel,
  history: readonly PricedGame[],
  test: readonly PricedGame[],
): Evaluation => {
  const { sport } = fitted;
  const walker = makeWalker(sport, fitted.components);
  const walk = startWalk(walker);
  for (const game of history) stepWalk(walker, walk, game);
  const walked = test.map((game): BackTestRow => {
    const { home, draw, away } = stepWalk(walker, walk, game);
    const market = marketOf(game, fitted.marketSd);
    return { game, model: { home, draw, away }, market, ...lessonOf(sport, game) };
  });
  return {
    sport,
    history: spanOf(history),
    test: spanOf(test),
    rows: walked.map(({ model, market }, row) => ({
      row,
      ...model,
      blend: market === null ? null : blendOf(fitted.blend, { market, model }),
      market,
    })),
    model: metricsOf(walked.map(({ model, score }) => ({ opinion: model, score }))),
    priced: scorePriced(fitted, walked),
    fitted,
  };
};

const scorePriced = (fitted: FittedModel, walked: readonly BackTestRow[]): Evaluation["priced"] => {
  const rows = pricedRows(walked).map((row) => ({ ...row, blend: blendOf(fitted.blend, row) }));
  if (rows.length === 0) return null;
  const score = (of: (row: (typeof rows)[number]) => Probabilities): Metrics =>
    metricsOf(rows.map((row) => ({ opinion: of(row), score: row.score })));
  const against = (of: (row: (typeof rows)[number]) => Probabilities): Comparison =>
    compare(rows.map((row) => ({ first: of(row), second: row.market, score: row.score })));
  return {
    model: score(({ model }) => model),
    market: score(({ market }) => market),
    blend: score(({ blend }) => blend),
    modelAgainstMarket: against(({ model }) => model),
    blendAgainstMarket: against(({ blend }) => blend),
  };
};
