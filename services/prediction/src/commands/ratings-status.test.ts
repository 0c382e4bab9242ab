import { expect, it } from "vitest";
import { statusLines } from "./ratings-status.ts";

const status = {
  sport: "nba",
  source: "api-sports",
  fittedTo: "2025-06-22",
  ratedTo: "2026-11-21",
  daysBehind: 1,
  rated: 1_500,
  completeTo: "2026-11-21",
  staleTeams: 0,
  gamesToday: 8,
  modelToday: 7,
  updatedAt: new Date("2026-11-22T12:00:00Z"),
} as const;

it("prints a line per sport, with what its source does not report", () => {
  const lines = statusLines([
    status,
    {
      ...status,
      sport: "ufc",
      source: undefined,
      completeTo: undefined,
      missing: "2025-01-01 to 2026-11-19",
      failure: "no requests are left today",
    },
  ]);
  expect(lines).toEqual([
    "sport  source          fitted to   last game   behind  rated  fetched to  stale    today",
    "nba    api-sports      2025-06-22  2026-11-21  1 days  1500   2026-11-21  0 teams  7 of 8 games with a model",
    "ufc    none: not sold  2025-06-22  2026-11-21  1 days  1500   not yet     0 teams  7 of 8 games with a model",
    "ufc: its source no longer reports 2025-01-01 to 2026-11-19",
    "ufc: no requests are left today",
  ]);
});

it("says that there are no live ratings before the first start in live mode", () => {
  expect(statusLines([])).toEqual([expect.stringContaining("No live ratings yet")]);
});
