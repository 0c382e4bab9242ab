import type { Sport } from "../../domain/sport.ts";
import type {
  Condition,
  Fixture,
  GameFeatures,
  Params,
  RestAndLoad,
  ScheduleFeature,
} from "../types.ts";

/** NBA homes above 1,200 m, where visitors tire. */
const highHomes = new Set(["Denver Nuggets", "Utah Jazz"]);

const flag = (yes: boolean): number => (yes ? 1 : 0);

const bye = ({ restDays }: RestAndLoad): number =>
  flag(restDays !== null && restDays >= 12 && restDays <= 29);

const shortWeek = ({ restDays }: RestAndLoad): number => flag(restDays !== null && restDays <= 5);

type ValueOf = (game: Fixture, home: RestAndLoad, away: RestAndLoad) => number;

/** Value of each schedule feature; a positive one favors the home team when its weight is positive. */
const valueOf: Record<ScheduleFeature, ValueOf> = {
  bye: (_game, home, away) => bye(home) - bye(away),
  shortWeek: (_game, home, away) => shortWeek(home) - shortWeek(away),
  playoff: ({ postseason, neutral }) => flag(postseason === true && neutral !== true),
  homeBackToBack: (_game, home) => flag(home.backToBack),
  awayBackToBack: (_game, _home, away) => flag(away.backToBack),
  load: (_game, home, away) => home.load - away.load,
  altitude: ({ home, neutral }) => flag(highHomes.has(home) && neutral !== true),
};

/** The number of each team that the analysis shows, in the unit of `ConditionName`; null for a feature without one. */
const shownOf: Record<ScheduleFeature, ((team: RestAndLoad) => number) | null> = {
  bye: null,
  shortWeek: null,
  playoff: null,
  homeBackToBack: null,
  awayBackToBack: null,
  load: ({ load }) => load,
  altitude: null,
};

/** The schedule features of each sport. */
export const scheduleFeatureNames: Record<Sport, readonly ScheduleFeature[]> = {
  nfl: ["bye", "shortWeek", "playoff"],
  nba: ["homeBackToBack", "awayBackToBack", "load", "altitude", "playoff"],
  nhl: ["homeBackToBack", "awayBackToBack", "load"],
  mlb: [],
  cfb: [],
  soccer: [],
  ufc: [],
};

/** Values of a sport's schedule features for a game, in the order of `scheduleFeatureNames`. */
export const scheduleFeaturesOf = (
  sport: Sport,
  game: Fixture,
  home: RestAndLoad,
  away: RestAndLoad,
): number[] => scheduleFeatureNames[sport].map((name) => valueOf[name](game, home, away));

/** Weights of a sport's schedule features, in the order of `scheduleFeatureNames`. @throws Error for one without a weight */
export const featureWeights = (sport: Sport, params: Params): readonly number[] =>
  scheduleFeatureNames[sport].map((name) => {
    const weight = params[name];
    if (weight === undefined)
      throw new Error(`the ${sport} schedule feature "${name}" has no weight`);
    return weight;
  });

/** Sum of a game's weighted schedule features, in the unit of the weights. */
export const scheduleEffect = (
  weights: readonly number[],
  { scheduleFeatures }: GameFeatures,
): number => weights.reduce((total, weight, i) => total + weight * (scheduleFeatures[i] ?? 0), 0);

/** Each schedule feature of a game as a condition; `toPoints` converts weights to Elo points. */
export const scheduleConditions = (
  sport: Sport,
  weights: readonly number[],
  { scheduleFeatures, homeRest, awayRest }: GameFeatures,
  toPoints: number,
): Condition[] =>
  scheduleFeatureNames[sport].map((name, i) => ({
    name,
    points: toPoints * (weights[i] ?? 0) * (scheduleFeatures[i] ?? 0),
    home: shownOf[name]?.(homeRest) ?? null,
    away: shownOf[name]?.(awayRest) ?? null,
  }));
