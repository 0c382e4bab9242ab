import type { Calibration } from "../engine/evaluation/calibration.ts";
import type { Evaluation } from "../engine/evaluation/evaluate.ts";
import type { Comparison, Metrics } from "../engine/evaluation/metrics.ts";

const number = (x: number, digits = 4): string => x.toFixed(digits);

const calibration = (name: string, { error, chance, ceiling }: Calibration): string =>
  `${name} ${number(error)} (by chance ${number(chance)}, at most ${number(ceiling)} in 19 of 20)`;

const line = (name: string, m: Metrics): string =>
  [
    name.padEnd(8),
    `n ${m.n}`.padEnd(8),
    `log loss ${number(m.logLoss)}`,
    `Brier ${number(m.brier)}`,
    `accuracy ${number(m.accuracy)}`,
    `slope ${number(m.slope, 3)}`,
    `intercept ${number(m.intercept, 3)}`,
    calibration("ECE", m.calibration),
    calibration("home ECE", m.homeCalibration),
  ].join("  ");

const difference = (name: string, { difference: d, standardError }: Comparison): string =>
  `${name}: ${d >= 0 ? "+" : ""}${number(d, 5)} log loss, paired standard error ${number(standardError, 5)}`;

/** The summary of an evaluation as lines for people. */
export const summaryOf = ({
  sport,
  history,
  test,
  model,
  priced,
  fitted,
}: Evaluation): string[] => {
  const { market, model: weight } = fitted.blend;
  const head = [
    `${sport}: fitted on ${history.games} games ${history.from} to ${history.to}, tested on ${test.games} games ${test.from} to ${test.to}`,
    ...(model.n === 0 ? [] : [line("model", model)]),
  ];
  if (priced === null) return [...head, "no test game has a price: nothing to compare with"];
  return [
    ...head,
    `on the ${priced.market.n} games with a price:`,
    line("model", priced.model),
    line("market", priced.market),
    line("blend", priced.blend),
    difference("model − market", priced.modelAgainstMarket),
    difference("blend − market", priced.blendAgainstMarket),
    `blend weights: market ${number(market, 3)}, model ${number(weight, 3)}${weight === 0 ? " (the market leads)" : ""}`,
  ];
};
