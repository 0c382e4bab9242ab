import type { Logger } from "@orbline/kit/logger";
import type { Metrics } from "@orbline/kit/metrics";
import { ownCounter, ownGauge } from "@orbline/kit/own-metrics";
import type { BookFault } from "./books.ts";
import type { Feed } from "./feeds.ts";

/** What operators see of the live provider: figures at /metrics, and each unknown name once in the log. */
export const oddsWatch = ({ logger, metrics }: { logger: Logger; metrics: Metrics }) => {
  const credits = ownGauge(metrics, {
    name: "odds_credits_remaining",
    help: "Credits left of the month at the provider of live prices",
    labels: [],
  });
  const calls = ownCounter(metrics, {
    name: "odds_calls_total",
    help: "Calls to the provider of live prices, by what was asked and how it ended",
    labels: ["what", "outcome"],
  });
  const faults = ownCounter(metrics, {
    name: "odds_books_left_out_total",
    help: "Books whose prices of a game were not used, by reason",
    labels: ["sport", "fault"],
  });
  const unknown = ownGauge(metrics, {
    name: "odds_unknown_names",
    help: "Names of the provider that no rated side is known by, whose games are left out",
    labels: ["sport"],
  });
  const named = new Set<string>();
  return {
    credits: (remaining: number) => credits.set(remaining),
    call: (what: string, outcome: string) => calls.inc({ what, outcome }),
    faults: ({ sport }: Feed, found: readonly BookFault[]) => {
      for (const fault of found) faults.inc({ sport, fault });
    },
    unknownNames: ({ key: feed, sport }: Feed, names: readonly string[]) => {
      const fresh = [...new Set(names)].filter((name) => !named.has(`${feed}:${name}`));
      if (fresh.length === 0) return;
      for (const name of fresh) named.add(`${feed}:${name}`);
      unknown.inc({ sport }, fresh.length);
      logger.warn({ feed, names: fresh.slice(0, 50) }, "games of unknown names are left out");
    },
  };
};
export type OddsWatch = ReturnType<typeof oddsWatch>;
