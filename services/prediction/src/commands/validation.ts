import { readFileSync } from "node:fs";
import type { Sport } from "../domain/sport.ts";
import { walkRows, type BackTestRow } from "../engine/evaluation/backtest.ts";
import { evaluateSport, type Evaluation } from "../engine/evaluation/evaluate.ts";
import { compare, metricsOf } from "../engine/evaluation/metrics.ts";
import { observedGames } from "../engine/features/game.ts";
import type { BlendWeights, Calibration, Comparison, Metrics } from "../engine/model.ts";
import { tuneRatingSystem } from "../engine/training/tune.ts";
import type { PricedGame } from "../engine/types.ts";

/** Scores of a sport in a window by parameters fitted on the games before it only. */
type Scores = Pick<Evaluation, "history" | "test" | "model" | "priced"> & {
  /** Plain Elo of this code, and the model compared with it on the same games. */
  elo: Metrics;
  modelAgainstElo: Comparison;
  /** The same model without the prices of past games. */
  resultsOnly: Metrics;
  blend: BlendWeights;
};

/** Scores of one sport on its validation window and on the newest season of the data. */
export type Validation = Scores & {
  sport: Sport;
  /** Log loss of a plain tuned Elo in earlier experiments on the validation window. */
  reference: number;
  /** Largest acceptable log loss of the model. */
  target: number;
  newest: Scores;
};

/**
 * First and last day of each sport's validation window, the reference's log loss on it, and the target. The newest
 * season, from `newest` on, chose no setting.
 */
const windows: Record<
  Sport,
  { from: string; to: string; newest: string; reference: number; target: number }
> = {
  nfl: {
    from: "2019-08-01",
    to: "2024-06-30",
    newest: "2024-08-01",
    reference: 0.6448,
    target: 0.6415,
  },
  nba: {
    from: "2020-11-01",
    to: "2024-07-31",
    newest: "2024-08-01",
    reference: 0.6378,
    target: 0.633,
  },
  mlb: {
    from: "2018-01-01",
    to: "2020-12-31",
    newest: "2024-01-01",
    reference: 0.6722,
    target: 0.672,
  },
  nhl: {
    from: "2023-08-01",
    to: "2025-07-31",
    newest: "2024-08-01",
    reference: 0.666,
    target: 0.6625,
  },
  cfb: {
    from: "2019-06-01",
    to: "2024-06-30",
    newest: "2024-07-01",
    reference: 0.509,
    target: 0.492,
  },
  ufc: {
    from: "2021-01-01",
    to: "2024-06-30",
    newest: "2024-07-01",
    reference: 0.6762,
    target: 0.65,
  },
  soccer: {
    from: "2023-07-01",
    to: "2025-06-30",
    newest: "2024-07-01",
    reference: 1.016,
    target: 1.014,
  },
};

const eloEvaluations = 120;
const slopes = { from: 0.85, to: 1.15 };
/** Largest acceptable expected calibration error. */
export const largestError = 0.02;
/** Largest acceptable cost of the blend against the market, in log loss. */
const blendMargin = 0.0005;

/** Fits a sport on the games before its validation window and before its newest season, and scores it inside. */
export function validateSport(sport: Sport, all: readonly PricedGame[]): Validation {
  const { from, to, newest, reference, target } = windows[sport];
  const upToWindow = all.filter(({ date }) => date <= to);
  const scores = scoreFrom(sport, upToWindow, from);
  return { sport, reference, target, ...scores, newest: scoreFrom(sport, all, newest) };
}

function scoreFrom(sport: Sport, games: readonly PricedGame[], from: string): Scores {
  const start = games.findIndex(({ date }) => date >= from);
  const past = games.slice(0, start);
  const { fitted, rows, history, test, model, priced } = evaluateSport(
    sport,
    past,
    games.slice(start),
  );
  const params = tuneRatingSystem(sport, "elo", observedGames(sport, past), eloEvaluations);
  const plainElo = [{ name: "elo" as const, weight: 1, unpricedWeight: 1, params }];
  const elo = walkRows(sport, plainElo, games, start, null);
  const unpriced = walkRows(sport, fitted.systems, withoutPrices(games), start, null);
  return {
    history,
    test,
    elo: scoresOf(elo),
    model,
    modelAgainstElo: compare(
      elo.map(({ model: second, homeResult }, i) => ({
        first: rows[i] ?? second,
        second,
        homeResult,
      })),
    ),
    resultsOnly: scoresOf(unpriced),
    priced,
    blend: fitted.blend,
  };
}

export function missesOf({ sport, target, model, priced }: Validation): string[] {
  const { logLoss, slope, calibration, homeCalibration } = model;
  const blend = priced?.blend.calibration;
  const cost = priced?.blendAgainstMarket.difference ?? 0;
  return [
    ...(logLoss > target ? [`log loss ${logLoss.toFixed(4)} is above ${target}`] : []),
    ...(slope < slopes.from || slope > slopes.to
      ? [`slope ${slope.toFixed(2)} is outside ${slopes.from} to ${slopes.to}`]
      : []),
    ...tooLarge("calibration error", calibration.error, largestError),
    ...tooLarge("home calibration error", homeCalibration.error, allowedBy(homeCalibration)),
    ...(blend ? tooLarge("blend calibration error", blend.error, allowedBy(blend)) : []),
    ...(cost > blendMargin ? [`the blend costs ${cost.toFixed(5)} against the market`] : []),
  ].map((miss) => `${sport}: ${miss}`);
}

/** Validations of an earlier check; none when there is no such file. */
export function readValidations(file: string): Validation[] {
  try {
    const parsed: Validation[] = JSON.parse(readFileSync(file, "utf8"));
    return parsed;
  } catch {
    return [];
  }
}

const withoutPrices = (games: readonly PricedGame[]): PricedGame[] =>
  games.map((game) => ({ ...game, prices: null, spreadHome: null }));

const scoresOf = (rows: readonly BackTestRow[]): Metrics =>
  metricsOf(rows.map(({ model, homeResult }) => ({ forecast: model, homeResult })));

/** A small window has a larger error by chance alone. */
const allowedBy = ({ ceiling }: Calibration): number => Math.max(largestError, ceiling);

const tooLarge = (what: string, error: number, allowed: number): string[] =>
  error > allowed ? [`${what} ${error.toFixed(4)} is above ${allowed.toFixed(4)}`] : [];
