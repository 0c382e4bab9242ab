import type { Sport } from "../../domain/sport.ts";
import { dayNumber } from "../dates.ts";
import { loadDays } from "../features/schedule.ts";
import {
  artifactFormat,
  artifactSchema,
  type Artifact,
  type FittedModel,
  type TeamSchedule,
} from "../model.ts";
import { middleOfMonth, recentOn } from "../ratings/fighter/record.ts";
import type { Walk } from "./walk.ts";

/** Days without a bout before the end of the data after which only a fighter's record is kept. */
const retiredAfterDays = 1_000;

/** A fitted model and its ratings as an artifact; ratings keep six decimals. */
export function toArtifact(model: FittedModel, walk: Walk, version: string): Artifact {
  const end = dayNumber(model.span.to);
  return {
    format: artifactFormat,
    version,
    model,
    schedules: entries(walk.schedules, (schedule) => keptSchedule(model.sport, schedule, end)),
    ratings: walk.ratings.map(({ teams, groups, starters, fighters }) => ({
      teams: entries(teams, (team) => team),
      groups: entries(groups, (group) => group),
      starters: entries(starters, (starter) => starter),
      fighters: entries(fighters, (fighter) => ({
        ...fighter,
        recentDays: recentOn(fighter, end),
      })),
    })),
  };
}

/** Reads an artifact's JSON. @throws Error that says what the JSON is instead */
export function readArtifact(json: unknown): Artifact {
  const format =
    json !== null && typeof json === "object" && "format" in json ? json.format : undefined;
  if (format === undefined) throw new Error("not a model artifact");
  if (format !== artifactFormat)
    throw new Error(
      `model artifact has format ${JSON.stringify(format)}, this code reads ${artifactFormat}`,
    );
  return artifactSchema.parse(json);
}

/** The schedules and ratings of an artifact as a walk that can go on. */
export const walkOf = ({ schedules, ratings }: Artifact): Walk => ({
  schedules: new Map(Object.entries(schedules)),
  ratings: ratings.map(({ teams, groups, starters, fighters }) => ({
    teams: new Map(Object.entries(teams)),
    groups: new Map(Object.entries(groups)),
    starters: new Map(Object.entries(starters)),
    fighters: new Map(Object.entries(fighters)),
  })),
});

/**
 * What of a team's schedule the next game can depend on: the days of its last week. For a fighter it is less, because
 * day, weight class and result of a bout would identify the opponent.
 */
function keptSchedule(sport: Sport, schedule: TeamSchedule, end: number): TeamSchedule {
  const recentDays = schedule.recentDays.filter((day) => end - day <= loadDays);
  if (sport !== "ufc") return { ...schedule, recentDays };
  const kept = { ...schedule, lastDay: middleOfMonth(schedule.lastDay), recentDays: [] };
  const isRetired = end - schedule.lastDay > retiredAfterDays;
  return isRetired ? { ...kept, form: [], division: null } : kept;
}

/** A map as an object of plain values whose numbers have at most six decimals. */
const entries = <Value extends object, Kept extends object>(
  map: ReadonlyMap<string, Value>,
  kept: (value: Value) => Kept,
): Record<string, Kept> =>
  Object.fromEntries([...map].map(([name, value]) => [name, rounded(kept(value))]));

const rounded = <Value extends object>(value: Value): Value =>
  Object.fromEntries(
    Object.entries(value).map(([name, x]: [string, unknown]) => [
      name,
      typeof x === "number" ? Number(x.toFixed(6)) : x,
    ]),
  ) as Value;
