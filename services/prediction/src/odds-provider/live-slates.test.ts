import { dayMs } from "../domain/dates.ts";
import { expect, it } from "vitest";
import type { LiveGame } from "../domain/live-games/live-game.ts";
import { liveRatings } from "../results/ratings.ts";
import { loadModels } from "../slates/models.ts";
import { memoryResults } from "../testing/live-stores.ts";
import type { LiveGames, PriceSnapshots } from "../use-cases/ports-live.ts";
import { liveSlates } from "./live-slates.ts";
import { toSlateGame } from "./read-game.ts";

const now = new Date("2026-11-21T12:00:00Z");
const game: LiveGame = {
  id: "one:2026-11-22",
  eventId: "one",
  feed: "basketball_nba",
  sport: "nba",
  home: "Boston Celtics",
  away: "Miami Heat",
  startsAt: new Date("2026-11-22T18:00:00Z"),
  endsAt: new Date("2026-11-22T20:36:00Z"),
  date: "2026-11-22",
};
const played: LiveGame = {
  ...game,
  id: "before:2026-11-20",
  date: "2026-11-20",
  result: { kind: "score", home: 120, away: 90 },
};
const moneyline = { home: -150, draw: null, away: 130 };
const snapshot = {
  feed: game.feed,
  sport: game.sport,
  takenAt: now,
  games: [toSlateGame(game, [{ book: "DraftKings", moneyline, updatedAt: now }])],
  listed: [game.id],
  listedAt: now,
};

const open = (finished: () => LiveGame[], { snapshots }: { snapshots: PriceSnapshots }) => {
  const games = { finishedSince: () => Promise.resolve(finished()) } as unknown as LiveGames;
  const clock = { now: () => now };
  const ratings = liveRatings({
    models: loadModels(),
    results: memoryResults(),
    games,
    clock,
    sourceOf: () => "the-odds-api",
    onUnknown: () => undefined,
  });
  return liveSlates({
    ratings,
    notSold: () => undefined,
    games,
    snapshots,
    clock,
    maxAgeMs: dayMs,
  });
};

it("renews the slate after a result although the prices could not be read at first", async () => {
  const finished: LiveGame[] = [];
  let isDown = false;
  const live = open(() => finished, {
    snapshots: {
      all: () => (isDown ? Promise.reject(new Error("no database")) : Promise.resolve([snapshot])),
    } as unknown as PriceSnapshots,
  });
  await live.refresh();
  const before = live.slates.current("nba");
  expect(before.games).toHaveLength(1);

  finished.push(played);
  isDown = true;
  await expect(live.refresh()).rejects.toThrow("no database");
  isDown = false;
  await live.refresh();
  expect(live.ratings("nba").version).toMatch(/\+1$/);
  expect(live.slates.current("nba").snapshotId).not.toBe(before.snapshotId);
});

it("counts a game that was void and then played as played, once", async () => {
  let finished: LiveGame[] = [{ ...played, result: { kind: "void" } }];
  const live = open(() => finished, {
    snapshots: { all: () => Promise.resolve([snapshot]) } as unknown as PriceSnapshots,
  });
  await live.refresh();
  const { version } = live.ratings("nba");
  const { snapshotId } = live.slates.current("nba");

  finished = [played];
  await live.refresh();
  await live.refresh();
  expect(live.ratings("nba").version).toBe(`${version}+1`);
  expect(live.slates.current("nba").snapshotId).not.toBe(snapshotId);
});
