import type { Logger } from "@orbline/kit/observability/logger";
import type { Metrics } from "@orbline/kit/observability/metrics";
import { createCounter, createGauge } from "@orbline/kit/observability/instruments";
import { sports } from "../domain/sport.ts";
import { bookFaults, type BookFault } from "./books.ts";
import type { Feed } from "./feeds.ts";
import { failures, type Failure, type OddsClient } from "./odds-client.ts";

/** What can be asked for. */
export type Question = keyof OddsClient;
const questions: readonly Question[] = ["events", "odds", "scores"];
const answered = "ok";
const outcomeOf = (failure: Failure): string => failure.replace("odds.", "");

/** What operators see of the live provider: figures at /metrics, and each unknown name once in the log. */
export const oddsWatch = ({ logger, metrics }: { logger: Logger; metrics: Metrics }) => {
  const credits = createGauge(metrics, {
    name: "odds_credits_remaining",
    help: "Credits left of the month, as the process that asks the provider of live prices knows them",
  });
  // It begins at 0, which would be an alarm.
  credits.remove();
  const calls = createCounter(metrics, {
    name: "odds_calls_total",
    help: "Calls to the provider of live prices, by what was asked and how it ended",
    values: { what: questions, outcome: [answered, ...failures.map(outcomeOf)] },
  });
  const faults = createCounter(metrics, {
    name: "odds_books_left_out_total",
    help: "Books whose prices of a game were not used, by reason",
    values: { sport: sports, fault: bookFaults },
  });
  const unknown = createGauge(metrics, {
    name: "odds_unknown_names",
    help: "Names of the provider that no rated side is known by, whose games are left out",
    label: "sport",
  });
  const named = new Set<string>();
  return {
    /** Undefined where this process does not know. */
    credits: (remaining: number | undefined) =>
      remaining === undefined ? credits.remove() : credits.set(remaining),
    answered: (what: Question) => calls.inc({ what, outcome: answered }),
    failed: (what: Question, failure: Failure) => calls.inc({ what, outcome: outcomeOf(failure) }),
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
