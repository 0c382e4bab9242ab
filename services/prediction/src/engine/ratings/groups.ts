import type { Group, Rating, Ratings } from "../model.ts";
import type { GameFeatures, Params } from "../types.ts";

/** Tiers below the first one of a country or sport. */
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

/** The group of a league or division; one without games starts at its fitted level. */
export const groupAt = (ratings: Ratings, name: string, params: Params): Group =>
  ratings.groups.get(name) ?? {
    level: -(params["tierStep"] ?? 0) * (tiers[name] ?? 0),
    home: params["home"] ?? 0,
    season: 0,
  };

/** Strength at which a team without games starts: lower in a group that has played before this season. */
export const newcomerStrength = (group: Group, season: number, params: Params): number =>
  group.season > 0 && season > group.season ? group.level - (params["promoted"] ?? 0) : group.level;

/** Moves the groups of a finished game: the home advantage by `drift`, the levels towards both teams. */
export function observeGroups(
  ratings: Ratings,
  game: GameFeatures,
  before: { group: Group; homeRating: Rating; awayRating: Rating },
  drift: number,
  params: Params,
): void {
  const pace = params["levelPace"] ?? 0;
  const move = (name: string, group: Group, strength: number, by: number): void => {
    ratings.groups.set(name, {
      level: group.level + pace * (strength - group.level),
      home: group.home + by,
      season: group.season === 0 ? game.season : group.season,
    });
  };
  move(game.homeGroup, before.group, before.homeRating.strength, drift);
  const awayGroup = groupAt(ratings, game.awayGroup, params);
  move(game.awayGroup, awayGroup, before.awayRating.strength, 0);
}
