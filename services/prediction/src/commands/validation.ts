import { walkRows } from "../engine/evaluation/backtest.ts";
import { evaluateSport } from "../engine/evaluation/evaluate.ts";
import { playedMatches } from "../engine/features/match.ts";
import { compare, metricsOf, type Comparison, type Metrics } from "../engine/evaluation/metrics.ts";
import type { Span } from "../engine/training/model.ts";
import { tuneComponent } from "../engine/training/tune.ts";
import type { PricedGame, Sport } from "../engine/types.ts";

/** Scores of one sport on its validation window, by numbers fitted on the games before it only. */
export type Validation = {
  sport: Sport;
  history: Span;
  test: Span;
  /** Log loss a plain tuned Elo reached in earlier experiments on the same window. */
  reference: number;
  /** Our own plain Elo, and the model against it on the same games. */
  elo: Metrics;
  model: Metrics;
  modelAgainstElo: Comparison;
  /** The same model where no price of any past game is known. */
  resultsOnly: Metrics;
  /** What the model has to reach. */
  target: number;
  priced: {
    model: Metrics;
    market: Metrics;
    blend: Metrics;
    modelAgainstMarket: Comparison;
    blendAgainstMarket: Comparison;
  } | null;
  blend: { market: number; model: number };
};

/** First and last day of each sport's validation window, the reference's log loss on it, and the target. */
const windows: Record<Sport, { from: string; to: string; reference: number; target: number }> = {
  nfl: { from: "2019-08-01", to: "2024-06-30", reference: 0.6448, target: 0.6415 },
  nba: { from: "2020-11-01", to: "2024-07-31", reference: 0.6378, target: 0.633 },
  mlb: { from: "2018-01-01", to: "2020-12-31", reference: 0.6722, target: 0.672 },
  nhl: { from: "2023-08-01", to: "2025-07-31", reference: 0.666, target: 0.6625 },
  cfb: { from: "2019-06-01", to: "2024-06-30", reference: 0.509, target: 0.492 },
  ufc: { from: "2021-01-01", to: "2024-06-30", reference: 0.6762, target: 0.65 },
  soccer: { from: "2023-07-01", to: "2025-06-30", reference: 1.016, target: 1.014 },
};

const eloEvaluations = 120;

const withoutPrices = (games: readonly PricedGame[]): PricedGame[] =>
  games.map((game) => ({ ...game, prices: null, spreadHome: null }));

/** Fits a sport on the games before its validation window and scores it inside. */
export const validateSport = (sport: Sport, all: readonly PricedGame[]): Validation => {
  const { from, to, reference, target } = windows[sport];
  const games = all.filter(({ date }) => date <= to);
  const start = games.findIndex(({ date }) => date >= from);
  const history = games.slice(0, start);
  const evaluation = evaluateSport(sport, history, games.slice(start));
  const matches = playedMatches(sport, new Map(), history);
  const params = tuneComponent(sport, "elo", matches, eloEvaluations);
  const elo = walkRows(
    sport,
    [{ name: "elo", weight: 1, unpricedWeight: 1, params }],
    games,
    start,
    null,
  );
  const { components } = evaluation.fitted;
  const unpriced = walkRows(sport, components, withoutPrices(games), start, null);
  return {
    sport,
    target,
    resultsOnly: metricsOf(unpriced.map(({ model, score }) => ({ opinion: model, score }))),
    history: evaluation.history,
    test: evaluation.test,
    reference,
    elo: metricsOf(elo.map(({ model, score }) => ({ opinion: model, score }))),
    model: evaluation.model,
    modelAgainstElo: compare(
      elo.map(({ model, score }, i) => ({
        first: evaluation.rows[i] ?? model,
        second: model,
        score,
      })),
    ),
    priced: evaluation.priced,
    blend: evaluation.fitted.blend,
  };
};
