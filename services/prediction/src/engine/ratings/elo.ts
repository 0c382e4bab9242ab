import { groupAt, learnGroup, newcomerLevel } from "./groups.ts";
import {
  outcomes,
  pointsPerLogit,
  unrated,
  type Component,
  type Group,
  type Params,
  type Rating,
} from "./rating.ts";
import { scheduleOf, termConditions, termWeights } from "../features/schedule-features.ts";
import type { Sport } from "../types.ts";

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
    return { ...unrated, strength, season };
  }
  if (season <= past.season) return past;
  const kept = (params["carry"] ?? 1) ** Math.min(season - past.season, longestAbsence);
  return { ...past, season, strength: group.level + kept * (past.strength - group.level) };
};

/** Plain Elo with home advantage, margin of victory, season carry-over and schedule terms. */
export const eloComponent = (sport: Sport, params: Params): Component => {
  const { k = 20, early = 0, margin = 0, homeDrift = 0 } = params;
  const weights = termWeights(sport, params);
  const cut = sport === "soccer" ? (params["cut"] ?? 0.6) : null;
  const step = (games: number): number => k * (1 + early / (1 + games / 5));

  return {
    expect: (ratings, match) => {
      const group = groupAt(ratings, match.homeGroup, params);
      const awayGroup =
        match.awayGroup === match.homeGroup ? group : groupAt(ratings, match.awayGroup, params);
      const homeRating = enterSeason(ratings.sides.get(match.home), group, match.season, params);
      const awayRating = enterSeason(
        ratings.sides.get(match.away),
        awayGroup,
        match.season,
        params,
      );
      const homeAdvantage = match.neutral ? 0 : group.home;
      const schedule = scheduleOf(weights, match);
      const gap = homeRating.strength - awayRating.strength + homeAdvantage + schedule;
      const chances = outcomes(gap / pointsPerLogit, cut);
      return {
        ...chances,
        homePoints: homeRating.strength,
        awayPoints: awayRating.strength,
        homeAdvantage,
        schedule,
        explain: () => termConditions(sport, weights, match, 1),
        learn: (played) => {
          if (played.score === null) return;
          const surprise = played.score - (chances.home + (chances.draw ?? 0) / 2);
          const change =
            surprise * damping(played.margin, gap) * (1 + Math.abs(played.margin)) ** margin;
          ratings.sides.set(match.home, moved(homeRating, step(homeRating.games) * change));
          ratings.sides.set(match.away, moved(awayRating, -step(awayRating.games) * change));
          const drift = match.neutral ? 0 : homeDrift * surprise;
          learnGroup(ratings, match, { group, homeRating, awayRating }, drift, params);
        },
      };
    },
  };
};

const moved = (rating: Rating, by: number): Rating => ({
  ...rating,
  strength: rating.strength + by,
  games: rating.games + 1,
});

/** Weakens wins that the gap foretold and strengthens upsets, against autocorrelation. */
const damping = (margin: number, gap: number): number => {
  if (margin === 0) return 1;
  const towards = margin > 0 ? gap : -gap;
  return gapDamping / Math.max(gapDamping + towards, gapDamping / 2);
};
