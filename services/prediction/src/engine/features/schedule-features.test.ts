import { expect, it } from "vitest";
import { sports } from "../../domain/sport.ts";
import { loadModels } from "../../slates/models.ts";
import { present } from "../../testing/present.ts";
import { teams } from "../serving/predict.ts";
import { settings } from "../training/settings.ts";
import type { RestAndLoad, ScheduleFeature } from "../types.ts";
import { scheduleFeatureNames, scheduleFeaturesOf } from "./schedule-features.ts";

const rested: RestAndLoad = {
  games: 10,
  lastDay: 0,
  restDays: 3,
  backToBack: false,
  load: 2,
  pricedShare: 1,
};

it("lists every schedule feature for at least one sport", () => {
  const all: Record<ScheduleFeature, true> = {
    bye: true,
    shortWeek: true,
    playoff: true,
    homeBackToBack: true,
    awayBackToBack: true,
    load: true,
    altitude: true,
  };
  const listed = new Set(sports.flatMap((sport) => scheduleFeatureNames[sport]));
  expect([...listed].toSorted()).toEqual(Object.keys(all).toSorted());
});

it.each(sports)("sets a weight for each schedule feature in every rating system: %s", (sport) => {
  for (const system of Object.values(settings[sport].systems))
    expect(Object.keys({ ...system.tuned, ...system.fixed })).toEqual(
      expect.arrayContaining([...scheduleFeatureNames[sport]]),
    );
});

it("knows the homes at high altitude by the names of the model's teams", () => {
  const altitude = scheduleFeatureNames.nba.indexOf("altitude");
  const high = teams(present(loadModels().get("nba")))
    .map(({ name }) => name)
    .filter((home) => {
      const game = { date: "2026-11-23", home, away: "Boston Celtics" };
      return scheduleFeaturesOf("nba", game, rested, rested)[altitude] === 1;
    });
  expect(high.toSorted()).toEqual(["Denver Nuggets", "Utah Jazz"]);
});
