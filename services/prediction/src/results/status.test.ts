import { createLogger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { beforeEach, expect, it } from "vitest";
import { addDays } from "../domain/dates.ts";
import type { RatingsStatus } from "../domain/live-games/rated-result.ts";
import type { Sport } from "../domain/sport.ts";
import { loadModels, modelOf } from "../slates/models.ts";
import { memoryLiveGames, memoryResults } from "../testing/live-stores.ts";
import { resultsMetrics } from "./metrics.ts";
import type { SourceName } from "./source.ts";
import { reportStatus } from "./status.ts";

const now = new Date("2026-11-26T12:00:00Z");
const models = loadModels();

let sourceNameOf: (sport: Sport) => SourceName | undefined;
let results: ReturnType<typeof memoryResults>;
let games: ReturnType<typeof memoryLiveGames>;
beforeEach(() => {
  sourceNameOf = () => "api-sports";
  results = memoryResults();
  games = memoryLiveGames();
});

/** Reports once; returns the status of each sport, and the lines of a metric. */
async function report() {
  const metrics = createMetrics("test");
  const statuses = new Map<Sport, RatingsStatus>();
  await reportStatus({
    ratings: { ratings: (sport: Sport) => modelOf(models, sport), rated: () => 0 },
    slates: {
      now: () => now,
      current: (sport: Sport) => ({
        sport,
        kind: "live",
        label: "",
        snapshotId: "",
        pricedAt: now,
        games: [],
      }),
    },
    results: {
      ...results,
      saveStatus: (status) => {
        statuses.set(status.sport, status);
        return Promise.resolve();
      },
    },
    games,
    sources: { of: (sport) => ({ name: sourceNameOf(sport) }) },
    metrics: resultsMetrics({
      logger: createLogger({ service: "test", level: "silent" }),
      metrics,
    }),
  })();
  const text = await metrics.registry.metrics();
  return {
    statuses,
    lines: (name: string) => text.split("\n").filter((one) => one.startsWith(name)),
  };
}

it("counts the failures of the source in use, by competition, and none of The Odds API", async () => {
  const progress = { completeTo: "2026-11-20", failures: 4 };
  const of = (feed: string, source: string, sport: Sport) =>
    results.saveProgress({ id: `${feed}:${source}`, sport, source, ...progress });
  await of("basketball_nba", "api-sports", "nba");
  await of("basketball_nba", "files", "nba");
  await of("icehockey_nhl", "the-odds-api", "nhl");
  sourceNameOf = (sport) => (sport === "nhl" ? "the-odds-api" : "api-sports");
  const { lines } = await report();
  expect(lines("results_failures_in_a_row{")).toEqual([
    expect.stringMatching(/feed="basketball_nba".* 4$/),
  ]);
});

it("counts games that were on sale and have no result 12 hours after their end", async () => {
  const game = (id: string, endedHoursAgo: number) => {
    const endsAt = new Date(now.getTime() - endedHoursAgo * 3_600_000);
    const startsAt = new Date(endsAt.getTime() - 3 * 3_600_000);
    const sides = { home: `Home ${id}`, away: `Away ${id}` };
    const base = { feed: "basketball_nba", sport: "nba", date: "2026-11-25" } as const;
    return { id, eventId: id, ...base, ...sides, startsAt, endsAt };
  };
  await games.record([game("a", 13), game("b", 13), game("c", 11)], new Date("2026-11-24"));
  const { lines } = await report();
  expect(lines("results_overdue_games{")).toEqual([
    expect.stringMatching(/feed="basketball_nba".* 2$/),
  ]);
});

it("says how far the ratings of a sold sport are behind, and nothing of a sport without a source", async () => {
  sourceNameOf = (sport) => (sport === "ufc" ? undefined : "api-sports");
  const { statuses } = await report();
  expect(statuses.get("nhl")?.daysBehind).toBeGreaterThan(60);
  // Between two seasons nothing is missing.
  expect(statuses.get("mlb")?.daysBehind).toBe(0);
  expect(statuses.get("ufc")?.daysBehind).toBe(0);
  expect(addDays(statuses.get("ufc")?.ratedTo ?? "", 60) < "2026-11-26").toBe(true);
});
