import type { BackTest } from "../engine/model.ts";
import type { ModelState } from "../engine/serving/predict.ts";
import type { Metrics } from "../engine/model.ts";
import { toMicro } from "../domain/math.ts";

const scoresOf = ({ n, logLoss, brier, accuracy, slope, calibration }: Metrics) => ({
  n,
  logLoss: toMicro(logLoss),
  brier: toMicro(brier),
  accuracy: toMicro(accuracy),
  slope: toMicro(slope),
  calibrationError: toMicro(calibration.error),
});

const pricedOf = ({ priced }: BackTest) =>
  priced && {
    model: scoresOf(priced.model),
    market: scoresOf(priced.market),
    blend: scoresOf(priced.blend),
  };

/** How a model did on past games that its numbers were not fitted on. */
export const backTestOf = ({ model, version }: ModelState) => {
  const { sport, backTest } = model;
  return {
    sport,
    modelVersion: version,
    from: backTest.span.from,
    to: backTest.span.to,
    model: scoresOf(backTest.model),
    priced: pricedOf(backTest),
    bands: backTest.bands.map(({ from, to, n, won }) => ({ from, to, n, won })),
  };
};
