import type { SideSchedule } from "./schedule.ts";
import type { Match } from "./match.ts";
import type { Params } from "../ratings/rating.ts";
import type { Condition, ConditionName, Fixture, Sport } from "../types.ts";

/** Homes above 1,200 m, where visitors tire. */
const highHomes = new Set(["Denver Nuggets", "Utah Jazz"]);

/** Names of each sport's schedule terms; a positive term speaks for the home side when its weight is positive. */
export const termNames: Record<Sport, readonly ConditionName[]> = {
  nfl: ["bye", "shortWeek", "playoff"],
  nba: ["homeBackToBack", "awayBackToBack", "load", "altitude", "playoff"],
  nhl: ["homeBackToBack", "awayBackToBack", "load"],
  mlb: [],
  cfb: [],
  soccer: [],
  ufc: [],
};

type Terms = (game: Fixture, home: SideSchedule, away: SideSchedule) => readonly number[];

const noTerms: Terms = () => [];
const flag = (yes: boolean): number => (yes ? 1 : 0);

const bye = ({ restDays }: SideSchedule): number =>
  flag(restDays !== null && restDays >= 12 && restDays <= 29);

const shortWeek = ({ restDays }: SideSchedule): number => flag(restDays !== null && restDays <= 5);

const playoff = ({ postseason, neutral }: Fixture): number =>
  flag(postseason === true && neutral !== true);

const altitude = ({ home, neutral }: Fixture): number =>
  flag(highHomes.has(home) && neutral !== true);

const tired: Terms = (_game, home, away) => [
  flag(home.backToBack),
  flag(away.backToBack),
  home.load - away.load,
];

/** Values of each sport's terms for one fixture, from facts known before it starts. */
export const termsOf: Record<Sport, Terms> = {
  nfl: (game, home, away) => [
    bye(home) - bye(away),
    shortWeek(home) - shortWeek(away),
    playoff(game),
  ],
  nba: (game, home, away) => [...tired(game, home, away), altitude(game), playoff(game)],
  nhl: tired,
  mlb: noTerms,
  cfb: noTerms,
  soccer: noTerms,
  ufc: noTerms,
};

/** The fitted weights of a sport's terms, in the order of `termNames`. */
export const termWeights = (sport: Sport, params: Params): readonly number[] =>
  termNames[sport].map((name) => params[name] ?? 0);

/** What a match's terms are worth together, in the unit of the weights. */
export const scheduleOf = (weights: readonly number[], { terms }: Match): number =>
  weights.reduce((sum, weight, i) => sum + weight * (terms[i] ?? 0), 0);

/** Each term of a match by name, its worth turned into Elo points. */
export const termConditions = (
  sport: Sport,
  weights: readonly number[],
  { terms, homeSchedule, awaySchedule }: Match,
  toPoints: number,
): Condition[] =>
  termNames[sport].map((name, i) => ({
    name,
    points: toPoints * (weights[i] ?? 0) * (terms[i] ?? 0),
    home: name === "load" ? homeSchedule.load : null,
    away: name === "load" ? awaySchedule.load : null,
  }));
