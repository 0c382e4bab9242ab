import type { Evaluation } from "../model/evaluate.ts";
import type { Comparison, Metrics } from "../model/metrics.ts";

const number = (x: number, digits = 4): string => x.toFixed(digits);

const line = (name: string, m: Metrics): string =>
  [
    name.padEnd(8),
    `n ${m.n}`.padEnd(8),
    `log loss ${number(m.logLoss)}`,
    `Brier ${number(m.brier)}`,
    `accuracy ${number(m.accuracy)}`,
    `slope ${number(m.slope, 3)}`,
    `intercept ${number(m.intercept, 3)}`,
    `ECE ${number(m.calibrationError)} (by chance ${number(m.chanceError)}, at most ${number(m.chanceCeiling)} in 19 of 20; of both sides ${number(m.sidesError)})`,
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
