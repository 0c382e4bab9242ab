import { createCounter, createGauge } from "@orbline/kit/observability/instruments";
import type { ServiceContext } from "@orbline/kit/service-context";
import { sports } from "../domain/sport.ts";
import { bookFaults, type BookFault } from "./books.ts";
import { failureCodes, type FailureCode, type OddsClient } from "./client.ts";
import type { Feed } from "./feeds.ts";

export type OddsCall = keyof OddsClient;
export type OddsMetrics = ReturnType<typeof oddsMetrics>;

/** Metrics of the live provider; each unknown name is also logged once. */
export function oddsMetrics({ logger, metrics }: Pick<ServiceContext, "logger" | "metrics">) {
  const credits = createGauge(metrics, {
    name: "odds_credits_remaining",
    help: "Credits left of the month; only the process that polls the odds provider reports it",
  });
  // A gauge starts at 0, which would raise an alert.
  credits.remove();
  const calls = createCounter(metrics, {
    name: "odds_calls_total",
    help: "Calls to the odds provider by kind and outcome",
    values: { what: ["events", "odds", "scores"], outcome: ["ok", ...failureCodes] },
  });
  const faults = createCounter(metrics, {
    name: "odds_books_left_out_total",
    help: "Books whose prices of a game were left out, by reason",
    values: { sport: sports, fault: bookFaults },
  });
  const unknown = createGauge(metrics, {
    name: "odds_unknown_names",
    help: "Team names of the odds provider that match no rated team; their games are left out",
    label: "sport",
  });
  const failures = createGauge(metrics, {
    name: "odds_failures_in_a_row",
    help: "Failed calls to the odds provider since the last success of the same call, by competition",
    label: "feed",
  });
  const logged = new Set<string>();
  return {
    /** Removes the gauge when this process does not know. */
    setCredits: (remaining: number | undefined) =>
      remaining === undefined ? credits.remove() : credits.set(remaining),
    countCall: (what: OddsCall, outcome: "ok" | FailureCode) => calls.inc({ what, outcome }),
    setFailures: ({ key }: Feed, inARow: number) => failures.set({ feed: key }, inARow),
    /** Another process polls. */
    clearFailures: () => failures.reset(),
    countFaults: ({ sport }: Feed, found: readonly BookFault[]) => {
      for (const fault of found) faults.inc({ sport, fault });
    },
    reportUnknown: ({ key: feed, sport }: Feed, names: readonly string[]) => {
      const fresh = [...new Set(names)].filter((name) => !logged.has(`${feed}:${name}`));
      if (fresh.length === 0) return;
      for (const name of fresh) logged.add(`${feed}:${name}`);
      unknown.inc({ sport }, fresh.length);
      logger.warn({ feed, names: fresh.slice(0, 50) }, "games of unknown teams are left out");
    },
  };
}
