import type { Validation } from "./validation.ts";

const slopes = { from: 0.85, to: 1.15 };
const largestError = 0.02;
/** The blend may cost this much against the market, in log loss. */
const blendMargin = 0.0005;

/** What a validation misses of its targets, as one line each; none when it reaches all of them. */
export const missesOf = ({ sport, target, model, priced }: Validation): string[] => {
  const { logLoss, slope, calibrationError, chanceCeiling } = model;
  // A small window shows more by chance alone.
  const allowed = Math.max(largestError, chanceCeiling);
  const cost = priced?.blendAgainstMarket.difference ?? 0;
  return [
    ...(logLoss > target ? [`${sport}: log loss ${logLoss.toFixed(4)} is above ${target}`] : []),
    ...(slope < slopes.from || slope > slopes.to
      ? [`${sport}: slope ${slope.toFixed(2)} is outside ${slopes.from} to ${slopes.to}`]
      : []),
    ...(calibrationError > allowed
      ? [
          `${sport}: calibration error ${calibrationError.toFixed(4)} is above ${allowed.toFixed(4)}`,
        ]
      : []),
    ...(cost > blendMargin
      ? [`${sport}: the blend costs ${cost.toFixed(5)} against the market`]
      : []),
  ];
};
