import type { Calibration } from "../engine/evaluation/calibration.ts";
import type { Validation } from "./validation.ts";

const slopes = { from: 0.85, to: 1.15 };
/** What an expected calibration error is to stay below. */
export const largestError = 0.02;
/** The blend may cost this much against the market, in log loss. */
const blendMargin = 0.0005;

const tooLarge = (what: string, error: number, allowed: number): string[] =>
  error > allowed ? [`${what} ${error.toFixed(4)} is above ${allowed.toFixed(4)}`] : [];

/** A small window shows more by chance alone. */
const allowedBy = ({ ceiling }: Calibration): number => Math.max(largestError, ceiling);

/** What a validation misses of its targets, as one line each; none when it reaches all of them. */
export const missesOf = ({ sport, target, model, priced }: Validation): string[] => {
  const { logLoss, slope, calibration, homeCalibration } = model;
  const blend = priced?.blend.calibration;
  const cost = priced?.blendAgainstMarket.difference ?? 0;
  return [
    ...(logLoss > target ? [`log loss ${logLoss.toFixed(4)} is above ${target}`] : []),
    ...(slope < slopes.from || slope > slopes.to
      ? [`slope ${slope.toFixed(2)} is outside ${slopes.from} to ${slopes.to}`]
      : []),
    ...tooLarge("calibration error", calibration.error, largestError),
    ...tooLarge("home side's error", homeCalibration.error, allowedBy(homeCalibration)),
    ...(blend ? tooLarge("blend's calibration error", blend.error, allowedBy(blend)) : []),
    ...(cost > blendMargin ? [`the blend costs ${cost.toFixed(5)} against the market`] : []),
  ].map((miss) => `${sport}: ${miss}`);
};
