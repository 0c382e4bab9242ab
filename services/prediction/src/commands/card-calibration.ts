import type { Calibration } from "../engine/evaluation/calibration.ts";
import type { Metrics } from "../engine/evaluation/metrics.ts";
import type { Sport } from "../engine/types.ts";
import { four, names, table } from "./card-figures.ts";
import { largestError } from "./targets.ts";

/** What is scored of a sport: the model, and market and blend where there are prices. */
export type Scored = {
  sport: Sport;
  model: Metrics;
  priced: { market: Metrics; blend: Metrics } | null;
};

type Counted = "calibration" | "homeCalibration";

/** What chance alone gives: on average, and what one set in twenty exceeds. */
export const chance = (calibration: Calibration | undefined): string =>
  calibration ? `${four(calibration.chance)} / ${four(calibration.ceiling)}` : "–";

const beyond = (found: readonly Scored[], counted: Counted): string =>
  found
    .flatMap(({ sport, model, priced }) => {
      const scored: [string, Metrics | undefined][] = [
        ["model", model],
        ["market", priced?.market],
        ["blend", priced?.blend],
      ];
      return scored.flatMap(([name, metrics]) =>
        metrics && metrics[counted].error > largestError
          ? [`${names[sport]} ${name} ${four(metrics[counted].error)}`]
          : [],
      );
    })
    .join(", ") || "none";

/** The calibration of market and blend as a table, and what of all that was scored is worse calibrated than it should be. */
export const pricedCalibration = (found: readonly Scored[]): string =>
  `${table(
    [
      "sport",
      "ECE market",
      "ECE blend",
      "chance",
      "home ECE market",
      "home ECE blend",
      "home chance",
    ],
    found.map(({ sport, priced }) => [
      names[sport],
      four(priced?.market.calibration.error),
      four(priced?.blend.calibration.error),
      chance(priced?.blend.calibration),
      four(priced?.market.homeCalibration.error),
      four(priced?.blend.homeCalibration.error),
      chance(priced?.blend.homeCalibration),
    ]),
  )}

Two points (${four(largestError)}) are what a calibration error is to stay below. Above that lie, by all outcomes:
${beyond(found, "calibration")}; by the home sides alone: ${beyond(found, "homeCalibration")}.`;
