import { chance, pricedCalibration } from "./card-calibration.ts";
import { four, names, table, two, withError } from "./card-figures.ts";
import type { Validation } from "./validation.ts";

/** The card's part on the validation windows. */
export const validationTable = (found: readonly Validation[]): string =>
  `## Validation: later seasons, fitted on earlier ones only

Fitted on the games before each window, then walked through it: predict, then learn. "Reference Elo" is the score of a
plain tuned Elo from earlier experiments, "own Elo" is the plain Elo of this code. "Results only" is the same fit where
no past game has a price, which is what a feed without prices gets.

"ECE" is the expected calibration error over ten bands of equal width of all outcomes that are offered: both sides of a
game, and the draw where there is one. There an error on home sides can hide behind the same error on away sides, so
"home ECE" counts the home sides alone. "Chance" is what chance alone gives perfectly calibrated predictions of this
number: on average, and what about one set in twenty exceeds. "Slope" is of the home sides where there is no draw.

${table(
  [
    "sport",
    "window",
    "n",
    "reference Elo",
    "own Elo",
    "results only",
    "target",
    "model",
    "model − own Elo",
    "slope",
    "ECE",
    "chance",
    "home ECE",
    "home chance",
  ],
  found.map((v) => [
    names[v.sport],
    `${v.test.from} – ${v.test.to}`,
    String(v.model.n),
    four(v.reference),
    four(v.elo.logLoss),
    four(v.resultsOnly.logLoss),
    four(v.target),
    `**${four(v.model.logLoss)}**`,
    withError(v.modelAgainstElo),
    two(v.model.slope),
    four(v.model.calibration.error),
    chance(v.model.calibration),
    four(v.model.homeCalibration.error),
    chance(v.model.homeCalibration),
  ]),
)}

On the games of the window that have a price:

${table(
  [
    "sport",
    "n",
    "model",
    "market",
    "blend",
    "model − market",
    "blend − market",
    "weights market / model",
  ],
  found.map(({ sport, priced, blend }) => [
    names[sport],
    String(priced?.market.n ?? 0),
    four(priced?.model.logLoss),
    four(priced?.market.logLoss),
    four(priced?.blend.logLoss),
    withError(priced?.modelAgainstMarket),
    withError(priced?.blendAgainstMarket),
    `${two(blend.market)} / ${two(blend.model)}`,
  ]),
)}

${pricedCalibration(found)}
`;
