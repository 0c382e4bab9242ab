import type { BackTest, Metrics } from "../engine/model.ts";
import type { ModelState } from "../engine/serving/predict.ts";
import { toMicro } from "../domain/math.ts";

/** Scores of a model on past games outside of its fit. */
export function backTestOf({ model, version }: ModelState) {
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
}

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
