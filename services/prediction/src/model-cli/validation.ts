import { walkRows } from "../model/backtest.ts";
import { evaluateSport } from "../model/evaluate.ts";
import { playedMatches } from "../model/match.ts";
import { compare, metricsOf, type Comparison, type Metrics } from "../model/metrics.ts";
import type { Span } from "../model/model.ts";
import { tuneComponent } from "../model/tune.ts";
import type { PricedGame, Sport } from "../model/types.ts";

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
  priced: {
    model: Metrics;
    market: Metrics;
    blend: Metrics;
    modelAgainstMarket: Comparison;
    blendAgainstMarket: Comparison;
  } | null;
  blend: { market: number; model: number };
};

/** First and last day of each sport's validation window, and the reference's log loss on it. */
const windows: Record<Sport, { from: string; to: string; reference: number }> = {
  nfl: { from: "2019-08-01", to: "2024-06-30", reference: 0.6448 },
  nba: { from: "2020-11-01", to: "2024-07-31", reference: 0.6378 },
  mlb: { from: "2018-01-01", to: "2020-12-31", reference: 0.6722 },
  nhl: { from: "2023-08-01", to: "2025-07-31", reference: 0.666 },
  cfb: { from: "2019-06-01", to: "2024-06-30", reference: 0.509 },
  ufc: { from: "2021-01-01", to: "2024-06-30", reference: 0.6762 },
  soccer: { from: "2023-07-01", to: "2025-06-30", reference: 1.016 },
};

const eloEvaluations = 300;

/** Fits a sport on the games before its validation window and scores it inside. */
export const validateSport = (sport: Sport, all: readonly PricedGame[]): Validation => {
  const { from, to, reference } = windows[sport];
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
  return {
    sport,
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
