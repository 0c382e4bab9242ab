import type { Sport } from "../../domain/sport.ts";
import { blendOf } from "../market/blend.ts";
import type { FittedModel, Metrics, Span } from "../model.ts";
import { fitSport } from "../training/fit.ts";
import type { PricedGame, Probabilities } from "../types.ts";
import { pricedRows, scorePriced, spanOf, walkRows } from "./backtest.ts";
import { metricsOf } from "./metrics.ts";

/** Forecasts of one test row; market and blend are null without a price. */
type EvaluatedRow = Probabilities & {
  row: number;
  blend: Probabilities | null;
  market: Probabilities | null;
};

/** Scores of forecasts of unseen games; `priced` compares on the games that have a price. */
export type Evaluation = {
  sport: Sport;
  history: Span;
  test: Span;
  rows: EvaluatedRow[];
  model: Metrics;
  priced: ReturnType<typeof scorePriced> | null;
  fitted: FittedModel;
};

/** Fits on the history only, then walks the test games: each day is forecast before it is observed. */
export const evaluateSport = (
  sport: Sport,
  history: readonly PricedGame[],
  test: readonly PricedGame[],
): Evaluation => walkTest(fitSport(sport, history), history, test);

export function walkTest(
  fitted: FittedModel,
  history: readonly PricedGame[],
  test: readonly PricedGame[],
): Evaluation {
  const { sport, systems, marketSd } = fitted;
  const walked = walkRows(sport, systems, [...history, ...test], history.length, marketSd);
  const priced = pricedRows(walked);
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
    model: metricsOf(walked.map(({ model, homeResult }) => ({ forecast: model, homeResult }))),
    priced:
      priced.length === 0
        ? null
        : scorePriced(
            priced,
            priced.map((row) => blendOf(fitted.blend, row)),
          ),
    fitted,
  };
}
