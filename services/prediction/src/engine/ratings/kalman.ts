import type { Sport } from "../../domain/sport.ts";
import {
  featureWeights,
  scheduleConditions,
  scheduleEffect,
} from "../features/schedule-features.ts";
import type { Group, Rating, Ratings } from "../model.ts";
import type { Condition, GameFeatures, ObservedGame, Params } from "../types.ts";
import { expected, uncertainty, update, type Estimate } from "./estimate.ts";
import { groupAt, newcomerStrength, observeGroups } from "./groups.ts";
import {
  longestAbsence,
  outcomes,
  pointsPerLogit,
  probitSlope,
  unrated,
  type RatingSystem,
} from "./rating.ts";
import { enterStarter } from "./starters.ts";

/** Share of the way that a rotation moves towards the latest starter. */
const rotationPace = 0.1;

/** Estimates that decide a game, in this order: home team, away team, home edge, both starters. */
type Estimates = readonly Estimate[];

const nothing: Estimate = { sign: 1, mean: 0, variance: 0 };

/**
 * Kalman filter (Kalman 1960, Glickman and Stern 1998) of each team's strength. It observes sign(m)·|m|^power / unit
 * of the margin m with variance `noise`. With `priceNoise` it first observes `priceScale` × market logit of every
 * finished game; it never sees the price of the game it forecasts. The forecast is
 * logistic(probitSlope · slope · mean / √variance), an approximation of the normal probability of a home win.
 */
export function kalmanSystem(sport: Sport, params: Params): RatingSystem {
  const { noise = 1, slope = 1 } = params;
  const weights = featureWeights(sport, params);
  const cut = sport === "soccer" ? (params["cut"] ?? 0.6) : null;

  function enter(ratings: Ratings, game: GameFeatures) {
    const { season, neutral } = game;
    const group = groupAt(ratings, game.homeGroup, params);
    const awayGroup = groupAt(ratings, game.awayGroup, params);
    const homeRating = enterGame(ratings.teams.get(game.home), group, season, params);
    const awayRating = enterGame(ratings.teams.get(game.away), awayGroup, season, params);
    const edge: Estimate = neutral
      ? nothing
      : { sign: 1, mean: homeRating.edge, variance: homeRating.edgeVariance };
    const starters = starterEstimates(ratings, game, { homeRating, awayRating }, params);
    const estimates: Estimates = [
      { sign: 1, mean: homeRating.strength, variance: homeRating.variance },
      { sign: -1, mean: awayRating.strength, variance: awayRating.variance },
      edge,
      ...starters,
    ];
    const schedule = scheduleEffect(weights, game);
    const known = (neutral ? 0 : group.home) + schedule;
    return { group, homeRating, awayRating, edge, starters, estimates, schedule, known };
  }

  return {
    forecast: (ratings, game) => {
      const { homeRating, awayRating, edge, starters, estimates, schedule, known } = enter(
        ratings,
        game,
      );
      const toLogit = (probitSlope * slope) / Math.sqrt(uncertainty(estimates) + noise);
      const toPoints = toLogit * pointsPerLogit;
      return {
        ...outcomes(toLogit * (expected(estimates) + known), cut),
        homePoints: homeRating.strength * toPoints,
        awayPoints: awayRating.strength * toPoints,
        homeAdvantage: (known - schedule + edge.mean) * toPoints,
        schedule: (schedule + expected(starters)) * toPoints,
        explain: () => [
          ...scheduleConditions(sport, weights, game, toPoints),
          ...starterConditions(starters, toPoints),
        ],
      };
    },
    observe: (ratings, game) => {
      if (game.homeResult === null) return;
      const { group, homeRating, awayRating, estimates, known } = enter(ratings, game);
      const { updated, drift } = observed(estimates, known, game, params);
      observeTeams(ratings, game, { homeRating, awayRating }, updated);
      observeGroups(ratings, game, { group, homeRating, awayRating }, drift, params);
    },
  };
}

/** Estimates after the game's price and margin, and how far both move the home advantage. */
function observed(
  estimates: Estimates,
  known: number,
  { marketLogit, margin, neutral }: ObservedGame,
  params: Params,
): { updated: Estimates; drift: number } {
  const { unit = 1, power = 1, noise = 1, homeDrift = 0 } = params;
  const { priceNoise = 0, priceScale = 1, priceHomeDrift = 0 } = params;
  let [updated, drift] = [estimates, 0];
  if (marketLogit !== null && priceNoise > 0) {
    const error = priceScale * marketLogit - expected(updated) - known;
    updated = update(updated, error, priceNoise);
    drift = neutral ? 0 : priceHomeDrift * error;
  }
  const compressed = (Math.sign(margin) * Math.abs(margin) ** power) / unit;
  const error = compressed - expected(updated) - known - drift;
  return {
    updated: update(updated, error, noise),
    drift: drift + (neutral ? 0 : homeDrift * error),
  };
}

/** A team's rating as it enters a game: each game widens it a little, a season break shrinks and widens it. */
function enterGame(past: Rating | undefined, group: Group, season: number, params: Params): Rating {
  const { startVariance = 0.2, edgeVariance = 0, gameNoise = 0 } = params;
  if (past === undefined) {
    const strength = newcomerStrength(group, season, params);
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
}

function breakSeason(past: Rating, group: Group, season: number, params: Params): Rating {
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
}

function starterEstimates(
  ratings: Ratings,
  { season, homeStarter, awayStarter }: GameFeatures,
  { homeRating, awayRating }: { homeRating: Rating; awayRating: Rating },
  params: Params,
): Estimate[] {
  const { starterVariance } = params;
  if (starterVariance === undefined) return [];
  if (homeStarter === null && awayStarter === null && homeRating.rotation === awayRating.rotation)
    return [];
  /** A team without a listed starter counts with its rotation. */
  const estimateOf = (sign: 1 | -1, name: string | null, { rotation }: Rating): Estimate => {
    if (name === null) return { sign, mean: rotation, variance: starterVariance };
    const { strength, variance } = enterStarter(ratings.starters.get(name), season, params);
    return { sign, mean: strength, variance };
  };
  return [estimateOf(1, homeStarter, homeRating), estimateOf(-1, awayStarter, awayRating)];
}

function starterConditions([home, away]: Estimates, toPoints: number): Condition[] {
  if (home === undefined || away === undefined) return [];
  const [homePoints, awayPoints] = [home.mean * toPoints, away.mean * toPoints];
  const points = (home.mean - away.mean) * toPoints;
  return [{ name: "starters", points, home: homePoints, away: awayPoints }];
}

function observeTeams(
  ratings: Ratings,
  game: GameFeatures,
  { homeRating, awayRating }: { homeRating: Rating; awayRating: Rating },
  [home = nothing, away = nothing, edge = nothing, homeStarter, awayStarter]: Estimates,
): void {
  const next = (
    rating: Rating,
    { mean: strength, variance }: Estimate,
    name: string | null,
    starter: Estimate | undefined,
  ): Rating => {
    const moved = { ...rating, strength, variance, games: rating.games + 1 };
    if (name === null || starter === undefined) return moved;
    ratings.starters.set(name, {
      strength: starter.mean,
      variance: starter.variance,
      season: game.season,
    });
    return {
      ...moved,
      rotation: rating.rotation + rotationPace * (starter.mean - rating.rotation),
    };
  };
  const homeNext = next(homeRating, home, game.homeStarter, homeStarter);
  const ownEdge = { edge: edge.mean, edgeVariance: edge.variance };
  ratings.teams.set(game.home, game.neutral ? homeNext : { ...homeNext, ...ownEdge });
  ratings.teams.set(game.away, next(awayRating, away, game.awayStarter, awayStarter));
}
