import { describe, expect, it } from "vitest";
import { isPreseason, playingDays } from "./seasons.ts";

describe("days of a regular season", () => {
  it.each([
    ["count each day between two dates in season", "nba", undefined, "2026-11-01", "2026-11-11", 9],
    ["leave the summer out", "nba", undefined, "2026-04-10", "2026-10-25", 10],
    ["run over the year's end", "nfl", undefined, "2026-12-30", "2027-01-12", 10],
    ["are all of them for fighters", "ufc", undefined, "2025-12-31", "2026-12-31", 364],
    ["are the winter's in most soccer leagues", "soccer", "epl", "2026-05-20", "2026-08-12", 7],
    ["are the summer's in some", "soccer", "mls", "2026-01-01", "2026-03-01", 7],
    ["are none from a day to itself", "nhl", undefined, "2026-11-01", "2026-11-01", 0],
    ["are none backwards", "nhl", undefined, "2026-11-05", "2026-11-01", 0],
  ] as const)("%s", (_what, sport, league, from, to, days) => {
    expect(playingDays(sport, league, from, to)).toBe(days);
  });
});

describe("an exhibition game", () => {
  it.each([
    ["the last one of the NHL in 2025", "nhl", "2025-10-04", true],
    ["the NHL's opening night of 2026", "nhl", "2026-09-29", false],
    ["the last one of the NHL in 2026", "nhl", "2026-09-26", true],
    ["the NBA's opening night of 2026", "nba", "2026-10-20", false],
    ["the NFL's opening night of 2026", "nfl", "2026-09-09", false],
  ] as const)("is told by its date: %s", (_which, sport, date, isExhibition) => {
    expect(isPreseason(sport, date)).toBe(isExhibition);
  });
});
