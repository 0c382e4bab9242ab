import { chanceOf, lossOf } from "./loss.ts";
import { minimise } from "./minimise.ts";
import { logistic, logit } from "./rating.ts";
import type { Band, Probabilities } from "./types.ts";

/** One prediction and the home side's share of the result (null = void). */
export type Scored = { opinion: Probabilities; score: number | null };

/** How good and how calibrated a set of predictions is. */
export type Metrics = {
  n: number;
  logLoss: number;
  /** Mean squared error summed over outcomes, halved for two-way games. */
  brier: number;
  /** Share of games whose likeliest outcome happened. */
  accuracy: number;
  /** Logistic regression of each outcome on its predicted logit; 1 and 0 are perfect. */
  slope: number;
  intercept: number;
  /** Expected calibration error over ten bands of equal width, of the home side's chances where there is no draw. */
  calibrationError: number;
  /** The calibration error that chance alone gives perfectly calibrated predictions of this number, on average. */
  chanceError: number;
  /** What one such set of predictions in twenty exceeds. */
  chanceCeiling: number;
  /** The calibration error with both sides of each game counted, as they are offered: a bet may be on either. */
  sidesError: number;
};

type Call = { p: number; happened: boolean };

/** The outcomes priced in a game as yes/no calls: home only when two-way, all three with a draw. */
const callsOf = ({ opinion, score }: Scored): Call[] => {
  const { home, draw, away } = opinion;
  if (draw === null) return [{ p: home, happened: score === 1 }];
  return [
    { p: home, happened: score === 1 },
    { p: draw, happened: score === 0.5 },
    { p: away, happened: score === 0 },
  ];
};

const counts = ({ opinion, score }: Scored): boolean => chanceOf(opinion, score) !== null;

const sum = (values: readonly number[]): number => values.reduce((total, x) => total + x, 0);

/** Scores predictions; games whose moneyline was void are left out. */
export const metricsOf = (predictions: readonly Scored[]): Metrics => {
  const rows = predictions.filter(counts);
  const calls = rows.flatMap(callsOf);
  const n = rows.length;
  const squares = calls.map(({ p, happened }) => (p - (happened ? 1 : 0)) ** 2);
  const right = rows.filter(({ opinion, score }) => {
    const best = Math.max(opinion.home, opinion.draw ?? 0, opinion.away);
    return chanceOf(opinion, score) === best;
  });
  return {
    n,
    logLoss: sum(rows.map(({ opinion, score }) => lossOf(opinion, score) ?? 0)) / n,
    brier: sum(squares) / n,
    accuracy: right.length / n,
    ...calibrationOf(calls),
    calibrationError: calibrationError(calls),
    ...chanceErrorOf(calls),
    sidesError: calibrationError(rows.flatMap(bothSides)),
  };
};

const calibrationOf = (calls: readonly Call[]): { slope: number; intercept: number } => {
  const points = calls.map(({ p, happened }) => ({
    x: logit(Math.min(1 - 1e-9, Math.max(1e-9, p))),
    happened,
  }));
  const [slope = 1, intercept = 0] = minimise(
    ([b = 1, a = 0]) =>
      sum(
        points.map(({ x, happened }) => {
          const p = logistic(a + b * x);
          return -Math.log(Math.max(happened ? p : 1 - p, 1e-9));
        }),
      ) / points.length,
    [
      { start: 1, step: 0.1, low: 0, high: 5 },
      { start: 0, step: 0.05, low: -3, high: 3 },
    ],
    120,
  );
  return { slope, intercept };
};

const bandWidth = 0.05;

/** Predicted and observed outcomes by bands of five points, both sides of every game counted. */
export const bandsOf = (predictions: readonly Scored[]): Band[] => {
  const calls = predictions.filter(counts).flatMap(bothSides);
  return Array.from({ length: Math.round(1 / bandWidth) }, (_, i) => {
    const inside = calls.filter(({ p }) => bandIndex(p) === i);
    return {
      from: Number((i * bandWidth).toFixed(2)),
      to: Number(((i + 1) * bandWidth).toFixed(2)),
      n: inside.length,
      won: inside.filter(({ happened }) => happened).length,
    };
  });
};

const bothSides = (row: Scored): Call[] =>
  row.opinion.draw === null
    ? [...callsOf(row), { p: row.opinion.away, happened: row.score === 0 }]
    : callsOf(row);

const bandIndex = (p: number, width = bandWidth): number =>
  Math.min(Math.round(1 / width) - 1, Math.floor(p / width + 1e-9));

const errorWidth = 0.1;

const inBands = (calls: readonly Call[]): Call[][] =>
  Array.from({ length: Math.round(1 / errorWidth) }, (_, i) =>
    calls.filter(({ p }) => bandIndex(p, errorWidth) === i),
  );

const calibrationError = (calls: readonly Call[]): number => {
  const misses = inBands(calls).map((inside) =>
    Math.abs(sum(inside.map(({ p, happened }) => p - (happened ? 1 : 0)))),
  );
  return sum(misses) / calls.length;
};

/** Normal quantile of nineteen in twenty. */
const nineteenOfTwenty = 1.645;

/** A band's miss is a normal's absolute value: its mean is √(2/π) of the outcomes' own deviation, the rest spreads. */
const chanceErrorOf = (calls: readonly Call[]): Pick<Metrics, "chanceError" | "chanceCeiling"> => {
  const variances = inBands(calls).map((inside) => sum(inside.map(({ p }) => p * (1 - p))));
  const mean = sum(variances.map((variance) => Math.sqrt((2 / Math.PI) * variance)));
  const deviation = Math.sqrt((1 - 2 / Math.PI) * sum(variances));
  return {
    chanceError: mean / calls.length,
    chanceCeiling: (mean + nineteenOfTwenty * deviation) / calls.length,
  };
};

/** Mean difference in log loss of two opinions on the same games, with its paired standard error. */
export type Comparison = { n: number; difference: number; standardError: number };

/** Compares two opinions game by game: negative means the first is better. */
export const compare = (
  rows: readonly { first: Probabilities; second: Probabilities; score: number | null }[],
): Comparison => {
  const differences = rows.flatMap(({ first, second, score }) => {
    const [one, other] = [lossOf(first, score), lossOf(second, score)];
    return one === null || other === null ? [] : [one - other];
  });
  const n = differences.length;
  const difference = sum(differences) / n;
  const variance = sum(differences.map((d) => (d - difference) ** 2)) / (n - 1);
  return { n, difference, standardError: Math.sqrt(variance / n) };
};
