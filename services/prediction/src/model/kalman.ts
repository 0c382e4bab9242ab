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

/** Logistic slope that follows a probit of the same argument closely. */
const probitSlope = 1.7;
const longestAbsence = 5;

/** A side's rating as it enters a game: season breaks pull it back and widen it, each game widens it a little. */
const enterGame = (
  past: Rating | undefined,
  group: Group,
  season: number,
  params: Params,
): Rating => {
  const { startVariance = 0.2, edgeVariance = 0, gameNoise = 0 } = params;
  if (past === undefined) {
    const strength = newcomerLevel(group, season, params);
    return {
      strength,
      variance: startVariance,
      edge: 0,
      edgeVariance,
      longRun: strength,
      season,
      games: 0,
    };
  }
  if (season <= past.season) return { ...past, variance: past.variance + gameNoise };
  return breakSeason(past, group, season, params);
};

const breakSeason = (past: Rating, group: Group, season: number, params: Params): Rating => {
  const { carry = 1, seasonNoise = 0, longWeight = 0, longPace = 0, gameNoise = 0 } = params;
  const longRun = past.longRun + longPace * (past.strength - past.longRun);
  let { strength, variance } = past;
  for (let year = Math.min(season - past.season, longestAbsence); year > 0; year -= 1) {
    const pull = carry * (strength - group.level) + longWeight * (longRun - group.level);
    strength = group.level + pull;
    variance = carry ** 2 * variance + seasonNoise;
  }
  return { ...past, strength, longRun, season, variance: variance + gameNoise };
};

/** Scalar Kalman filter of each side's strength on a compressed margin of victory. */
export const kalmanComponent = (sport: Sport, params: Params): Component => {
  const { unit = 1, power = 1, noise = 1, slope = 1, homeDrift = 0 } = params;
  const weights = termNames[sport].map((name) => params[name] ?? 0);
  const cut = sport === "soccer" ? (params["cut"] ?? 0.6) : null;

  const expect = (ratings: Ratings, match: Match) => {
    const group = groupAt(ratings, match.homeGroup, params);
    const awayGroup =
      match.awayGroup === match.homeGroup ? group : groupAt(ratings, match.awayGroup, params);
    const homeRating = enterGame(ratings.sides.get(match.home), group, match.season, params);
    const awayRating = enterGame(ratings.sides.get(match.away), awayGroup, match.season, params);
    const edge = match.neutral ? 0 : group.home + homeRating.edge;
    const schedule = weights.reduce((sum, weight, i) => sum + weight * (match.terms[i] ?? 0), 0);
    const expected = homeRating.strength - awayRating.strength + edge + schedule;
    const edgeVariance = match.neutral ? 0 : homeRating.edgeVariance;
    const variance = homeRating.variance + awayRating.variance + edgeVariance + noise;
    const toLogit = (probitSlope * slope) / Math.sqrt(variance);
    const toPoints = toLogit * pointsPerLogit;
    return {
      ...outcomes(toLogit * expected, cut),
      homePoints: homeRating.strength * toPoints,
      awayPoints: awayRating.strength * toPoints,
      homeAdvantage: edge * toPoints,
      schedule: schedule * toPoints,
      homeRating,
      awayRating,
      group,
      expected,
      variance,
    };
  };

  return {
    expect,
    learn: (ratings, match, outlook) => {
      if (match.score === null) return;
      const { homeRating, awayRating, variance } = outlook;
      const seen = (Math.sign(match.margin) * Math.abs(match.margin) ** power) / unit;
      const error = seen - outlook.expected;
      const edgeShare = match.neutral ? 0 : homeRating.edgeVariance / variance;
      ratings.sides.set(match.home, {
        ...homeRating,
        strength: homeRating.strength + (homeRating.variance / variance) * error,
        variance: homeRating.variance * (1 - homeRating.variance / variance),
        edge: homeRating.edge + edgeShare * error,
        edgeVariance: homeRating.edgeVariance * (1 - edgeShare),
        games: homeRating.games + 1,
      });
      ratings.sides.set(match.away, {
        ...awayRating,
        strength: awayRating.strength - (awayRating.variance / variance) * error,
        variance: awayRating.variance * (1 - awayRating.variance / variance),
        games: awayRating.games + 1,
      });
      const drift = match.neutral ? 0 : homeDrift * error;
      learnGroup(ratings, match, outlook, drift, params);
    },
  };
};
