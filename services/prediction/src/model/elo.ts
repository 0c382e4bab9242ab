import { groupAt, learnGroup, newcomerLevel } from "./groups.ts";
import type { Match } from "./match.ts";
import {
  outcomes,
  pointsPerLogit,
  type Component,
  type Group,
  type Params,
  type Rating,
  type Ratings,
} from "./rating.ts";
import { termNames } from "./terms.ts";
import type { Sport } from "./types.ts";

/** Elo points of the gap at which a win's margin counts half as much again or less (autocorrelation). */
const gapDamping = 2200;
/** Seasons away after which a rating no longer fades. */
const longestAbsence = 5;

/** A side's rating as it enters a season: kept in part, the rest back to its group's level. */
const enterSeason = (
  past: Rating | undefined,
  group: Group,
  season: number,
  params: Params,
): Rating => {
  if (past === undefined) {
    const strength = newcomerLevel(group, season, params);
    return { strength, variance: 0, edge: 0, edgeVariance: 0, longRun: 0, season, games: 0 };
  }
  if (season <= past.season) return past;
  const kept = (params["carry"] ?? 1) ** Math.min(season - past.season, longestAbsence);
  return { ...past, season, strength: group.level + kept * (past.strength - group.level) };
};

/** Plain Elo with home advantage, margin of victory, season carry-over and schedule terms. */
export const eloComponent = (sport: Sport, params: Params): Component => {
  const { k = 20, early = 0, margin = 0, homeDrift = 0 } = params;
  const weights = termNames[sport].map((name) => params[name] ?? 0);
  const cut = sport === "soccer" ? (params["cut"] ?? 0.6) : null;

  const expect = (ratings: Ratings, match: Match) => {
    const group = groupAt(ratings, match.homeGroup, params);
    const awayGroup =
      match.awayGroup === match.homeGroup ? group : groupAt(ratings, match.awayGroup, params);
    const homeRating = enterSeason(ratings.sides.get(match.home), group, match.season, params);
    const awayRating = enterSeason(ratings.sides.get(match.away), awayGroup, match.season, params);
    const homeAdvantage = match.neutral ? 0 : group.home;
    const schedule = weights.reduce((sum, weight, i) => sum + weight * (match.terms[i] ?? 0), 0);
    const gap = homeRating.strength - awayRating.strength + homeAdvantage + schedule;
    return {
      ...outcomes(gap / pointsPerLogit, cut),
      homePoints: homeRating.strength,
      awayPoints: awayRating.strength,
      homeAdvantage,
      schedule,
      homeRating,
      awayRating,
      group,
      expected: gap,
      variance: 0,
    };
  };

  const step = (games: number): number => k * (1 + early / (1 + games / 5));

  return {
    expect,
    learn: (ratings, match, outlook) => {
      const { homeRating, awayRating } = outlook;
      if (match.score === null) return;
      const size = Math.abs(match.margin);
      const towards = match.margin > 0 ? outlook.expected : -outlook.expected;
      const damped = size === 0 ? 1 : gapDamping / Math.max(gapDamping + towards, gapDamping / 2);
      const surprise = match.score - (outlook.home + (outlook.draw ?? 0) / 2);
      const change = surprise * damped * (1 + size) ** margin;
      ratings.sides.set(match.home, {
        ...homeRating,
        strength: homeRating.strength + step(homeRating.games) * change,
        games: homeRating.games + 1,
      });
      ratings.sides.set(match.away, {
        ...awayRating,
        strength: awayRating.strength - step(awayRating.games) * change,
        games: awayRating.games + 1,
      });
      const drift = match.neutral ? 0 : homeDrift * surprise;
      learnGroup(ratings, match, outlook, drift, params);
    },
  };
};
