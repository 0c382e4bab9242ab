import { createLogger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { describe, expect, it } from "vitest";
import { resultsMetrics } from "../results/metrics.ts";
import { pollResults } from "../results/poll-results.ts";
import {
  memoryLiveGames,
  memoryPollLease,
  memoryPriceSnapshots,
  memoryResults,
} from "../testing/live-stores.ts";
import { settableClock } from "../testing/season.ts";
import { feedsFor, defaultLeagues, type Feed } from "./feeds.ts";
import { OddsFailure, type OddsClient } from "./client.ts";
import { oddsMetrics } from "./metrics.ts";
import { pollFeeds } from "./poll-feeds.ts";
import { oddsApiSource } from "./scores-source.ts";
import { oddsRequests } from "./requests.ts";

const hourMs = 3_600_000;
const logger = createLogger({ service: "test", level: "silent" });

/** A provider on which every competition plays each evening, and each game's score is known an hour later. */
const nightly = (now: () => Date, credits: number) => {
  const account = { credits, odds: [] as Date[], scores: [] as Date[] };
  let fault = (_feed: Feed): OddsFailure | undefined => undefined;
  const nights = (from: number, to: number) => {
    const today = Math.floor(now().getTime() / (24 * hourMs));
    return Array.from({ length: to - from + 1 }, (_, index) => {
      const day = today + from + index;
      return { id: `game-${day}`, start: new Date((day * 24 + 19) * hourMs) };
    });
  };
  const shape = ({ key }: Feed, { id, start }: { id: string; start: Date }) => ({
    id: `${key}-${id}`,
    sport_key: key,
    commence_time: start,
    home_team: "Home",
    away_team: "Away",
  });
  const connect = (onCredits: (remaining: number) => void): OddsClient => {
    const pay = (cost: number) => {
      account.credits -= cost;
      onCredits(account.credits);
    };
    return {
      events: (feed) => {
        pay(0);
        return Promise.resolve(nights(0, 3).map((game) => shape(feed, game)));
      },
      odds: (feed) => {
        account.odds.push(now());
        const failure = fault(feed);
        if (failure) return Promise.reject(failure);
        pay(feed.markets.length);
        return Promise.resolve(
          nights(0, 3).map((game) => ({ ...shape(feed, game), bookmakers: [] })),
        );
      },
      scores: (feed, daysFrom) => {
        pay(2);
        account.scores.push(now());
        return Promise.resolve(
          nights(-daysFrom, 0)
            .filter(({ start }) => start.getTime() + 4 * hourMs < now().getTime())
            .map((game) => ({
              ...shape(feed, game),
              completed: true,
              scores: [
                { name: "Home", score: "2" },
                { name: "Away", score: "1" },
              ],
            })),
        );
      },
    };
  };
  return { account, connect, failWith: (next: typeof fault) => (fault = next) };
};

type Plan = { credits: number; days: number; everyHours: number };

/** Twelve competitions, polled by hand. */
const openPolling = (credits: number) => {
  const clock = settableClock("2026-11-01T00:10:00Z");
  const { account, connect, failWith } = nightly(clock.now, credits);
  const registry = createMetrics("test");
  const metrics = oddsMetrics({ logger, metrics: registry });
  const lease = memoryPollLease();
  const games = memoryLiveGames();
  const deps = {
    feeds: feedsFor(defaultLeagues).filter(({ sport }) => sport !== "ufc"),
    requests: oddsRequests({ connect, lease, clock, logger, metrics, holder: "one" }),
    matchTeam: (_feed: unknown, name: string) => name,
    games,
    snapshots: memoryPriceSnapshots(),
    clock,
    logger,
    metrics,
  };
  const source = oddsApiSource(deps);
  const pollScores = pollResults({
    ...deps,
    sourceOf: () => source,
    fittedTo: () => "2025-06-30",
    results: memoryResults(),
    hold: deps.requests.hold,
    metrics: resultsMetrics({ logger, metrics: registry }),
  });
  const pollPrices = pollFeeds(deps);
  /** Polls, then moves the clock. */
  const step = async (ms: number) => {
    await pollScores();
    await pollPrices();
    clock.set(new Date(clock.now().getTime() + ms));
  };
  return { ...deps, account, failWith, step };
};

const playMonth = async ({ credits, days, everyHours }: Plan) => {
  const { account, games, step } = openPolling(credits);
  for (let hour = 0; hour < days * 24; hour += everyHours) await step(everyHours * hourMs);
  return { account, games };
};

/** The longest time that passed between two calls of a kind over all competitions, in hours. */
const longestPause = (times: readonly Date[]) =>
  Math.max(
    ...times
      .slice(1)
      .map((time, index) => (time.getTime() - (times[index] ?? time).getTime()) / hourMs),
  );

describe("a month of polling eleven competitions", () => {
  it("spends the credits of the free plan evenly and never more", async () => {
    const { account } = await playMonth({ credits: 500, days: 30, everyHours: 3 });
    expect(account.credits).toBeGreaterThanOrEqual(0);
    expect(account.credits).toBeLessThan(120);
    expect(longestPause(account.odds)).toBeLessThan(72);
    expect(longestPause(account.scores)).toBeLessThan(72);
  });

  it("learns the result of every listed game on the free plan", async () => {
    const { games } = await playMonth({ credits: 500, days: 28, everyHours: 3 });
    const finished = await games.finishedSince(new Date(0));
    expect(finished.length).toBeGreaterThan(11 * 24);
    expect(games.lost()).toEqual([]);
  });

  it("requests prices every hour on a large plan and keeps most credits", async () => {
    const { account } = await playMonth({ credits: 100_000, days: 4, everyHours: 1 });
    expect(account.odds.length).toBe(11 * 4 * 24);
    expect(account.credits).toBeGreaterThan(80_000);
  });
});

describe("a competition that fails for four hours", () => {
  it.each([
    ["an internal error", "answered 500", 60_000],
    ["a limited rate", "answered 429", 60_000],
    ["a time limit", "no response within 10 seconds", 60_000],
    ["an unreadable response", "is no JSON", 0],
  ])("with %s does not delay the prices of others", async (_what, message, pauseMs) => {
    const { account, failWith, step, snapshots, clock } = openPolling(5_000_000);
    for (let minute = 0; minute < 30; minute += 1) await step(60_000);
    const failing = "americanfootball_nfl";
    let failed = 0;
    failWith((feed) => {
      if (feed.key !== failing) return undefined;
      failed += 1;
      return new OddsFailure(feed, message, { pauseMs });
    });
    const before = account.odds.length;
    const ages: number[] = [];
    for (let minute = 0; minute < 240; minute += 1) {
      await step(60_000);
      for (const { feed, takenAt } of await snapshots.all())
        if (feed !== failing && takenAt) ages.push(clock.now().getTime() - takenAt.getTime());
    }
    // Prices are due every ten minutes.
    expect(Math.max(...ages)).toBeLessThanOrEqual(11 * 60_000);
    expect(failed).toBeGreaterThan(10);
    expect(failed).toBeLessThan(30);
    expect(account.odds.length - before - failed).toBeGreaterThanOrEqual(11 * 21);
    failWith(() => undefined);
    for (let minute = 0; minute < 16; minute += 1) await step(60_000);
    const all = await snapshots.all();
    const age = (feed: string) =>
      clock.now().getTime() - (all.find((one) => one.feed === feed)?.takenAt?.getTime() ?? 0);
    expect(age(failing)).toBeLessThanOrEqual(16 * 60_000);
  });
});
