import type { Sport } from "../../domain/sport.ts";
import { blendOf } from "../market/blend.ts";
import type { FittedModel } from "../model.ts";
import { fitSport } from "../training/fit.ts";
import type { PricedGame } from "../types.ts";
import { pricedRows, scorePriced, spanOf, walkRows } from "./backtest.ts";
import { metricsOf } from "./metrics.ts";

/** Scores of forecasts of unseen games; `priced` compares on the games that have a price. */
export type Evaluation = ReturnType<typeof walkTest>;

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
) {
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
