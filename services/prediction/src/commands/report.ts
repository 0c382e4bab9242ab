import type { Sport } from "../domain/sport.ts";
import type { Evaluation } from "../engine/evaluation/evaluate.ts";
import type { Calibration, Comparison, Metrics } from "../engine/model.ts";
import type { Validation } from "./validation.ts";

export const two = (x: number): string => x.toFixed(2);

/** A figure with four decimals; a dash where there is none. */
export const four = (x: number | undefined): string => x?.toFixed(4) ?? "–";

/** A difference with its standard error; a dash where there is none. */
export function difference(comparison: Comparison | null | undefined): string {
  if (!comparison) return "–";
  const { difference: d, standardError } = comparison;
  if (d === 0 && standardError === 0) return "0 (market leads)";
  return `${d > 0 ? "+" : ""}${four(d)} ± ${four(standardError)}`;
}

export const names: Record<Sport, string> = {
  soccer: "soccer (3-way)",
  nba: "NBA",
  mlb: "MLB",
  nhl: "NHL",
  ufc: "UFC",
  nfl: "NFL",
  cfb: "CFB",
};

export type Columns<Row> = Record<string, (row: Row) => string>;

export const validationColumns: Columns<Validation> = {
  sport: ({ sport }) => names[sport],
  window: ({ test }) => `${test.from} – ${test.to}`,
  n: ({ model }) => String(model.n),
  "reference Elo": ({ reference }) => four(reference),
  "own Elo": ({ elo }) => four(elo.logLoss),
  "results only": ({ resultsOnly }) => four(resultsOnly.logLoss),
  target: ({ target }) => four(target),
  model: ({ model }) => `**${four(model.logLoss)}**`,
  "model − own Elo": ({ modelAgainstElo }) => difference(modelAgainstElo),
  slope: ({ model }) => two(model.slope),
  ECE: ({ model }) => four(model.calibration.error),
  chance: ({ model }) => chanceCell(model.calibration),
  "home ECE": ({ model }) => four(model.homeCalibration.error),
  "home chance": ({ model }) => chanceCell(model.homeCalibration),
};

/** The newest season of the data, which chose no setting. */
export const newestColumns: Columns<Validation> = {
  sport: ({ sport }) => names[sport],
  season: ({ newest: { test } }) => `${test.from} – ${test.to}`,
  n: ({ newest: { model } }) => String(model.n),
  "own Elo": ({ newest: { elo } }) => four(elo.logLoss),
  "results only": ({ newest: { resultsOnly } }) => four(resultsOnly.logLoss),
  model: ({ newest: { model } }) => `**${four(model.logLoss)}**`,
  "model − own Elo": ({ newest }) => difference(newest.modelAgainstElo),
  market: ({ newest: { priced } }) => four(priced?.market.logLoss),
  "model − market": ({ newest: { priced } }) => difference(priced?.modelAgainstMarket),
  "blend − market": ({ newest: { priced } }) => difference(priced?.blendAgainstMarket),
  slope: ({ newest: { model } }) => two(model.slope),
  ECE: ({ newest: { model } }) => four(model.calibration.error),
  chance: ({ newest: { model } }) => chanceCell(model.calibration),
};

export const pricedColumns: Columns<Validation> = {
  sport: ({ sport }) => names[sport],
  n: ({ priced }) => String(priced?.market.n ?? 0),
  model: ({ priced }) => four(priced?.model.logLoss),
  market: ({ priced }) => four(priced?.market.logLoss),
  blend: ({ priced }) => four(priced?.blend.logLoss),
  "model − market": ({ priced }) => difference(priced?.modelAgainstMarket),
  "blend − market": ({ priced }) => difference(priced?.blendAgainstMarket),
  "weights market / model": ({ blend }) => `${two(blend.market)} / ${two(blend.model)}`,
};

export const markdown = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");

export function table<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const header = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((cell) => cell(row)));
  return markdown([header, header.map(() => "---"), ...cells]);
}

/** Error of perfectly calibrated forecasts: the mean, and the one that one set in twenty exceeds. */
export const chanceCell = (calibration: Calibration | undefined): string =>
  calibration ? `${four(calibration.chance)} / ${four(calibration.ceiling)}` : "–";

/** The summary of an evaluation as lines for people. */
export function summaryOf({ sport, history, test, model, priced, fitted }: Evaluation): string[] {
  const { market, model: weight } = fitted.blend;
  const head = [
    `${sport}: fitted on ${history.games} games ${history.from} to ${history.to}, tested on ${test.games} games ${test.from} to ${test.to}`,
    ...(model.n === 0 ? [] : [scoreLine("model", model)]),
  ];
  if (priced === null) return [...head, "no test game has a price: nothing to compare with"];
  return [
    ...head,
    `on the ${priced.market.n} games with a price:`,
    scoreLine("model", priced.model),
    scoreLine("market", priced.market),
    scoreLine("blend", priced.blend),
    comparisonLine("model − market", priced.modelAgainstMarket),
    comparisonLine("blend − market", priced.blendAgainstMarket),
    `blend weights: market ${market.toFixed(3)}, model ${weight.toFixed(3)}${weight === 0 ? " (the market leads)" : ""}`,
  ];
}

const scoreLine = (name: string, m: Metrics): string =>
  [
    name.padEnd(8),
    `n ${m.n}`.padEnd(8),
    `log loss ${four(m.logLoss)}`,
    `Brier ${four(m.brier)}`,
    `accuracy ${four(m.accuracy)}`,
    `slope ${m.slope.toFixed(3)}`,
    `intercept ${m.intercept.toFixed(3)}`,
    calibrationCell("ECE", m.calibration),
    calibrationCell("home ECE", m.homeCalibration),
  ].join("  ");

const calibrationCell = (name: string, { error, chance, ceiling }: Calibration): string =>
  `${name} ${four(error)} (by chance ${four(chance)}, at most ${four(ceiling)} in 19 of 20)`;

const comparisonLine = (name: string, { difference: d, standardError }: Comparison): string =>
  `${name}: ${d >= 0 ? "+" : ""}${d.toFixed(5)} log loss, paired standard error ${standardError.toFixed(5)}`;
