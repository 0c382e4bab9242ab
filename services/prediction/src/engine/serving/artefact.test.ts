import { beforeAll, describe, expect, it } from "vitest";
import { toArtefact, type Artefact } from "./artefact.ts";
import { dayNumber } from "../dates.ts";
import { fitSport } from "../training/fit.ts";
import { miniature, quick } from "../testing/miniature.ts";
import type { Sport } from "../types.ts";
import { makeWalker, startWalk, stepWalk } from "./walk.ts";

const written = (sport: Sport): Artefact => {
  const games = miniature(sport, 300);
  const model = fitSport(sport, games, quick);
  const walker = makeWalker(sport, model.components);
  const walk = startWalk(walker);
  for (const game of games) stepWalk(walker, walk, game);
  // Somebody who fought once, long before the data end.
  walk.calendar.set("Old Timer", {
    lastDay: 1_001,
    recentDays: [1_001],
    games: 1,
    form: ["L"],
    league: null,
    division: "Open",
    pricedShare: 0,
  });
  return toArtefact(model, walk, "test");
};

describe("an artefact of fighters tells no bout", () => {
  let artefact: Artefact;
  beforeAll(() => {
    artefact = written("ufc");
  });
  const careers = () => artefact.ratings.flatMap((ratings) => ratings.careers);

  it("knows days to a month, births to half a year and reaches to five centimetres", () => {
    expect(careers().length).toBeGreaterThan(5);
    for (const [, { lastDay, recentDays, bornDay, reach }] of careers()) {
      for (const day of [lastDay ?? 0, ...recentDays]) expect(day % 30).toBe(15);
      expect((((bornDay ?? 0) / 365.25 + 1_000) * 4) % 2).toBeCloseTo(1, 1);
      expect((reach ?? 0) % 5).toBe(0);
    }
    for (const [, lastDay, recentDays] of artefact.calendar) {
      expect(lastDay % 30).toBe(15);
      expect(recentDays).toEqual([]);
    }
  });

  it("has neither class nor results of who has long been away", () => {
    const row = artefact.calendar.find(([name]) => name === "Old Timer");
    expect(row).toEqual(["Old Timer", 1_005, [], 1, "", null, null, 0]);
  });
});

it("keeps of a team's days those of the last week, on which rest and load depend", () => {
  const { calendar, model } = written("nba");
  const end = dayNumber(model.span.to);
  const days = calendar.flatMap(([, , recentDays]) => recentDays);
  expect(days.length).toBeGreaterThan(0);
  expect(days.every((day) => end - day <= 7)).toBe(true);
});
