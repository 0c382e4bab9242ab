import { beforeAll, describe, expect, it } from "vitest";
import type { Sport } from "../../domain/sport.ts";
import { dayNumber } from "../dates.ts";
import type { Artifact } from "../model.ts";
import { miniature, quick } from "../testing/miniature.ts";
import { fitSport } from "../training/fit.ts";
import { toArtifact } from "./artifact.ts";
import { createWalker, startWalk, walkGames } from "./walk.ts";

function written(sport: Sport): Artifact {
  const games = miniature(sport, 300);
  const model = fitSport(sport, games, quick);
  const walker = createWalker(sport, model.systems);
  const walk = startWalk(walker);
  walkGames(walker, walk, games);
  // A fighter with one bout long before the data end.
  walk.schedules.set("Old Timer", {
    lastDay: 1_001,
    recentDays: [1_001],
    games: 1,
    form: ["L"],
    league: null,
    division: "Open",
    pricedShare: 0,
  });
  return toArtifact(model, walk, "test");
}

describe("a stored model of fighters", () => {
  let artifact: Artifact;
  beforeAll(() => {
    artifact = written("ufc");
  });

  it("knows days to a month, births to half a year and reaches to five centimeters", () => {
    const fighters = artifact.ratings.flatMap((ratings) => Object.values(ratings.fighters));
    expect(fighters.length).toBeGreaterThan(5);
    for (const { lastDay, recentDays, bornDay, reach } of fighters) {
      for (const day of [lastDay ?? 0, ...recentDays]) expect(day % 30).toBe(15);
      expect((((bornDay ?? 0) / 365.25 + 1_000) * 4) % 2).toBeCloseTo(1, 1);
      expect((reach ?? 0) % 5).toBe(0);
    }
    for (const { lastDay, recentDays } of Object.values(artifact.schedules)) {
      expect(lastDay % 30).toBe(15);
      expect(recentDays).toEqual([]);
    }
  });

  it("has neither weight class nor results of a fighter who has been away for long", () => {
    expect(artifact.schedules["Old Timer"]).toEqual({
      lastDay: 1_005,
      recentDays: [],
      games: 1,
      form: [],
      league: null,
      division: null,
      pricedShare: 0,
    });
  });
});

it("keeps those days of a team's last week on which rest and load depend", () => {
  const { schedules, model } = written("nba");
  const end = dayNumber(model.span.to);
  const days = Object.values(schedules).flatMap(({ recentDays }) => recentDays);
  expect(days.length).toBeGreaterThan(0);
  expect(days.every((day) => end - day <= 7)).toBe(true);
});
