import { expected, observe, uncertainty, type Belief } from "./estimate.ts";
import { groupAt, learnGroup, newcomerLevel } from "./groups.ts";
import type { Match, PlayedMatch } from "../features/match.ts";
import {
  outcomes,
  pointsPerLogit,
  unrated,
  type Component,
  type Group,
  type Params,
  type Rating,
  type Ratings,
} from "./rating.ts";
import { enterStarter } from "./starters.ts";
import { scheduleOf, termConditions, termWeights } from "../features/schedule-features.ts";
import type { Condition, Sport } from "../types.ts";

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
      ...unrated,
      strength,
      variance: startVariance,
      edgeVariance,
      longRun: strength,
      season,
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
  const rotation = past.rotation * (params["starterCarry"] ?? 1);
  return { ...past, strength, longRun, rotation, season, variance: variance + gameNoise };
};

const nothing: Belief = { sign: 1, mean: 0, variance: 0 };

/** What a component believes of a match: home side, away side, home edge, both starters. */
type Beliefs = readonly Belief[];

/** A starter as a belief; one who is not listed counts as the rotation of his side. */
const starterBelief = (
  ratings: Ratings,
  name: string | null,
  { sign, rating, season }: { sign: 1 | -1; rating: Rating; season: number },
  params: Params,
): Belief => {
  if (name === null) {
    return { sign, mean: rating.rotation, variance: params["starterVariance"] ?? 0 };
  }
  const { strength, variance } = enterStarter(ratings.starters.get(name), season, params);
  return { sign, mean: strength, variance };
};

const startersOf = (
  ratings: Ratings,
  match: Match,
  { homeRating, awayRating }: { homeRating: Rating; awayRating: Rating },
  params: Params,
): Belief[] => {
  const { season, homeStarter, awayStarter } = match;
  if (params["starterVariance"] === undefined) return [];
  if (homeStarter === null && awayStarter === null && homeRating.rotation === awayRating.rotation)
    return [];
  return [
    starterBelief(ratings, homeStarter, { sign: 1, rating: homeRating, season }, params),
    starterBelief(ratings, awayStarter, { sign: -1, rating: awayRating, season }, params),
  ];
};

/** Share of the way that a rotation moves towards the latest starter. */
const rotationPace = 0.1;

/**
 * Kalman filter of each side's strength on a compressed margin of victory. With `priceNoise` it also learns
 * from the closing price of every finished game, never from the price of the game it predicts.
 */
export const kalmanComponent = (sport: Sport, params: Params): Component => {
  const { unit = 1, power = 1, noise = 1, slope = 1, homeDrift = 0 } = params;
  const { priceNoise = 0, priceScale = 1, priceHomeDrift = 0 } = params;
  const weights = termWeights(sport, params);
  const cut = sport === "soccer" ? (params["cut"] ?? 0.6) : null;

  /** Beliefs after price and result, and how far both moved the home advantage. */
  const lessons = (beliefs: Beliefs, given: number, { lean, margin, neutral }: PlayedMatch) => {
    let [believed, drift] = [beliefs, 0];
    if (lean !== null && priceNoise > 0) {
      const error = priceScale * lean - expected(believed) - given;
      believed = observe(believed, error, priceNoise);
      drift = neutral ? 0 : priceHomeDrift * error;
    }
    const seen = (Math.sign(margin) * Math.abs(margin) ** power) / unit;
    const error = seen - expected(believed) - given - drift;
    return {
      believed: observe(believed, error, noise),
      drift: drift + (neutral ? 0 : homeDrift * error),
    };
  };

  return {
    expect: (ratings, match) => {
      const { season, neutral } = match;
      const group = groupAt(ratings, match.homeGroup, params);
      const awayGroup =
        match.awayGroup === match.homeGroup ? group : groupAt(ratings, match.awayGroup, params);
      const homeRating = enterGame(ratings.sides.get(match.home), group, season, params);
      const awayRating = enterGame(ratings.sides.get(match.away), awayGroup, season, params);
      const edge: Belief = neutral
        ? nothing
        : { sign: 1, mean: homeRating.edge, variance: homeRating.edgeVariance };
      const starters = startersOf(ratings, match, { homeRating, awayRating }, params);
      const beliefs: Beliefs = [
        { sign: 1, mean: homeRating.strength, variance: homeRating.variance },
        { sign: -1, mean: awayRating.strength, variance: awayRating.variance },
        edge,
        ...starters,
      ];
      const schedule = scheduleOf(weights, match);
      const given = (neutral ? 0 : group.home) + schedule;
      const toLogit = (probitSlope * slope) / Math.sqrt(uncertainty(beliefs) + noise);
      const toPoints = toLogit * pointsPerLogit;
      return {
        ...outcomes(toLogit * (expected(beliefs) + given), cut),
        homePoints: homeRating.strength * toPoints,
        awayPoints: awayRating.strength * toPoints,
        homeAdvantage: (given - schedule + edge.mean) * toPoints,
        schedule: (schedule + expected(starters)) * toPoints,
        explain: () => [
          ...termConditions(sport, weights, match, toPoints),
          ...starterConditions(starters, toPoints),
        ],
        learn: (played) => {
          if (played.score === null) return;
          const { believed, drift } = lessons(beliefs, given, played);
          learnSides(ratings, match, { homeRating, awayRating }, believed);
          learnGroup(ratings, match, { group, homeRating, awayRating }, drift, params);
        },
      };
    },
  };
};

const starterConditions = ([home, away]: Beliefs, toPoints: number): Condition[] =>
  home === undefined || away === undefined
    ? []
    : [
        {
          name: "starters",
          points: (home.mean - away.mean) * toPoints,
          home: home.mean * toPoints,
          away: away.mean * toPoints,
        },
      ];

const learnSides = (
  ratings: Ratings,
  match: Match,
  { homeRating, awayRating }: { homeRating: Rating; awayRating: Rating },
  [home = nothing, away = nothing, edge = nothing, homeStarter, awayStarter]: Beliefs,
): void => {
  const { season } = match;
  const learn = (name: string | null, belief: Belief | undefined, rating: Rating): number => {
    if (name === null || belief === undefined) return rating.rotation;
    const { mean, variance } = belief;
    ratings.starters.set(name, { strength: mean, variance, season });
    return rating.rotation + rotationPace * (mean - rating.rotation);
  };
  ratings.sides.set(match.home, {
    ...homeRating,
    strength: home.mean,
    variance: home.variance,
    ...(!match.neutral && { edge: edge.mean, edgeVariance: edge.variance }),
    rotation: learn(match.homeStarter, homeStarter, homeRating),
    games: homeRating.games + 1,
  });
  ratings.sides.set(match.away, {
    ...awayRating,
    strength: away.mean,
    variance: away.variance,
    rotation: learn(match.awayStarter, awayStarter, awayRating),
    games: awayRating.games + 1,
  });
};
