import { expect, it } from "vitest";
import { dayNumber } from "../dates.ts";
import type { TeamSchedules } from "../model.ts";
import { recordGame, restBefore } from "./schedule.ts";

it("knows rest, back-to-backs, load and form from the games of earlier days", () => {
  const schedules: TeamSchedules = new Map();
  const play = (date: string, homeResult: number | null) => {
    const result = { kind: "score" as const, home: 1, away: 0 };
    const game = { date, home: "A", away: "B", result };
    recordGame(schedules, game, dayNumber(date), { homeResult, marketLogit: null });
  };
  expect(restBefore(schedules, "A", 0)).toMatchObject({ games: 0, restDays: null });
  play("2024-01-01", 1);
  play("2024-01-05", 0);
  play("2024-01-07", null);
  const next = restBefore(schedules, "A", dayNumber("2024-01-08"));
  expect(next).toMatchObject({ games: 3, restDays: 1, backToBack: true, load: 3 });
  expect(restBefore(schedules, "A", dayNumber("2024-01-07")).load).toBe(2);
  expect(restBefore(schedules, "A", dayNumber("2024-09-01")).restDays).toBeNull();
  expect(schedules.get("A")?.form).toEqual(["W", "L"]);
  expect(schedules.get("B")?.form).toEqual(["L", "W"]);
});
