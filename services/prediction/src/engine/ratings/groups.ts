import type { Match } from "../features/match.ts";
import type { Group, Params, Rating, Ratings } from "./rating.ts";

/** Soccer leagues below a country's first division in the data. */
const tiers: Readonly<Record<string, number>> = {
  "efl-championship": 1,
  "efl-league-one": 2,
  "efl-league-two": 3,
  "la-liga-2": 1,
  "serie-b": 1,
  "ligue-2": 1,
  "bundesliga-2": 1,
  "scottish-champ": 1,
  fcs: 1,
};

/** The group of a league or division, at its trained start when it was never seen. */
export const groupAt = (ratings: Ratings, name: string, params: Params): Group =>
  ratings.groups.get(name) ?? {
    level: -(params["tierStep"] ?? 0) * (tiers[name] ?? 0),
    home: params["home"] ?? 0,
    season: 0,
  };

/** Level a side never seen starts from: lower in a group that is already under way. */
export const newcomerLevel = (group: Group, season: number, params: Params): number =>
  group.season > 0 && season > group.season ? group.level - (params["promoted"] ?? 0) : group.level;

/** Moves the groups of a finished match: the home advantage by `drift`, the level towards its sides. */
export const learnGroup = (
  ratings: Ratings,
  match: Match,
  before: { group: Group; homeRating: Rating; awayRating: Rating },
  drift: number,
  params: Params,
): void => {
  const pace = params["levelPace"] ?? 0;
  const move = (name: string, group: Group, strength: number, by: number): void => {
    ratings.groups.set(name, {
      level: group.level + pace * (strength - group.level),
      home: group.home + by,
      season: group.season === 0 ? match.season : group.season,
    });
  };
  move(match.homeGroup, before.group, before.homeRating.strength, drift);
  const awayGroup = groupAt(ratings, match.awayGroup, params);
  move(match.awayGroup, awayGroup, before.awayRating.strength, 0);
};
