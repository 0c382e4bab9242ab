import { addDays, slateDays, timeOn } from "../../domain/dates.ts";
import type { GameResult } from "../../domain/slate.ts";
import { sports } from "../../domain/sport.ts";
import type { Models } from "../../slates/models.ts";
import { modelOf } from "../../slates/models.ts";
import { seasonSportOf, simulateGame } from "../../slates/simulated/game.ts";
import { pairingsOn } from "../../slates/simulated/schedule.ts";
import { simulatedSlates } from "../../slates/simulated/season.ts";
import { distinctPicks, type PastPick } from "./distinct-picks.ts";

const firstDay = "2026-01-05";
const pickHour = 12;

/** The picks of a simulated season of a seed, once a week in all sports, settled by the simulated results. */
export function* simulate(seed: string, weeks: number, models: Models): Generator<PastPick> {
  const pick = distinctPicks();
  let at = timeOn(firstDay, pickHour);
  const clock = {
    now: () => at,
    advance: () => Promise.reject(new Error("a simulated check moves its clock itself")),
  };
  const { slates, ratings } = simulatedSlates(seed, models, clock);
  for (let week = 0; week < weeks; week += 1) {
    const date = addDays(firstDay, 7 * week);
    at = timeOn(date, pickHour);
    for (const sport of sports) {
      const season = seasonSportOf(modelOf(models, sport));
      const results = new Map<string, GameResult>();
      for (let day = 0; day <= slateDays; day += 1) {
        const on = addDays(date, day);
        for (const pairing of pairingsOn(seed, sport, on, season.teams)) {
          const { game, result } = simulateGame(seed, on, pairing, season);
          results.set(game.id, result);
        }
      }
      const slate = { ...slates.current(sport), snapshotId: `${seed} ${date}` };
      yield* pick(slate, ratings(sport), (id) => results.get(id) ?? { kind: "void" });
    }
  }
}
