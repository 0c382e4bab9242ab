import { createCounter, createGauge } from "@orbline/kit/observability/instruments";
import type { ServiceContext } from "@orbline/kit/service-context";
import type { RatingsStatus } from "../domain/live-games/rated-result.ts";
import type { Sport } from "../domain/sport.ts";
import { sourceNames, type ResultsQuery, type SourceName } from "./source.ts";

export type ResultsMetrics = ReturnType<typeof resultsMetrics>;

/** Metrics of results and ratings; each unknown name is also logged once. */
export function resultsMetrics({ logger, metrics }: Pick<ServiceContext, "logger" | "metrics">) {
  const calls = createCounter(metrics, {
    name: "results_calls_total",
    help: "Queries to sources of results by outcome",
    values: { source: sourceNames, outcome: ["ok", "failed"] },
  });
  const unreadable = createCounter(metrics, {
    name: "results_left_out_total",
    help: "Games that a source of results reports in a form that cannot be read",
    values: { source: sourceNames },
  });
  const unknown = createGauge(metrics, {
    name: "results_unknown_names",
    help: "Names of results that match no rated team; their games are not rated",
    label: "sport",
  });
  const behind = createGauge(metrics, {
    name: "ratings_days_behind",
    help: "Days of a running season since the newest game in the ratings",
    label: "sport",
  });
  const failures = createGauge(metrics, {
    name: "results_failures_in_a_row",
    help: "Failed queries for results since the last success, by competition; without those of The Odds API",
    label: "feed",
  });
  const overdue = createGauge(metrics, {
    name: "results_overdue_games",
    help: "Games that were on sale, ended more than 12 hours ago and have no result, by competition",
    label: "feed",
  });
  const logged = new Set<string>();
  return {
    countCall: (source: SourceName, outcome: "ok" | "failed") => calls.inc({ source, outcome }),
    reportUnreadable: (source: SourceName, what: string, games: number, why: string) => {
      unreadable.inc({ source }, games);
      logger.warn({ source, what, games, why }, "results that cannot be read are left out");
    },
    reportUnknown: (sport: Sport, names: readonly string[]) => {
      unknown.set({ sport }, names.length);
      const fresh = names.filter((name) => !logged.has(`${sport}:${name}`));
      if (fresh.length === 0) return;
      for (const name of fresh) logged.add(`${sport}:${name}`);
      logger.warn({ sport, names: fresh.slice(0, 50) }, "results of unknown teams are not rated");
    },
    reportStatus: ({ sport, daysBehind }: RatingsStatus) => behind.set({ sport }, daysBehind),
    /** Sets the failures in a row of every competition, and the number of its overdue games. */
    reportCompetitions: (
      inARow: ReadonlyMap<string, number>,
      overdueGames: ReadonlyMap<string, number>,
    ) => {
      for (const [gauge, values] of [
        [failures, inARow],
        [overdue, overdueGames],
      ] as const) {
        gauge.reset();
        for (const [feed, value] of values) gauge.set({ feed }, value);
      }
    },
  };
}

/** Names what a query was for. */
export const queryName = ({ sport, league, from, to }: ResultsQuery): string =>
  `${league ?? sport} ${from} to ${to}`;
