import type { Sport } from "../../domain/sport.ts";
import {
  featureWeights,
  scheduleConditions,
  scheduleEffect,
} from "../features/schedule-features.ts";
import type { Group, Rating, Ratings } from "../model.ts";
import type { GameFeatures, Params } from "../types.ts";
import { groupAt, newcomerStrength, observeGroups } from "./groups.ts";
import { longestAbsence, outcomes, pointsPerLogit, unrated, type RatingSystem } from "./rating.ts";

/** Elo points of the winner's lead at which its margin counts half (538's correction for autocorrelation, 2014). */
const leadDamping = 2200;

/**
 * Elo rating (Elo 1978) in Elo points with home advantage, margin of victory, season carry-over and schedule
 * features. Parameters: `k` step, `early` extra step of teams with few games, `margin` power of the margin,
 * `carry` share kept between seasons, `homeDrift` step of the home advantage.
 */
export function eloSystem(sport: Sport, params: Params): RatingSystem {
  const { k = 20, early = 0, margin: marginPower = 0, homeDrift = 0 } = params;
  const weights = featureWeights(sport, params);
  const cut = sport === "soccer" ? (params["cut"] ?? 0.6) : null;
  const step = ({ games }: Rating): number => k * (1 + early / (1 + games / 5));

  function enter(ratings: Ratings, game: GameFeatures) {
    const group = groupAt(ratings, game.homeGroup, params);
    const awayGroup = groupAt(ratings, game.awayGroup, params);
    const homeRating = enterSeason(ratings.teams.get(game.home), group, game.season, params);
    const awayRating = enterSeason(ratings.teams.get(game.away), awayGroup, game.season, params);
    const homeAdvantage = game.neutral ? 0 : group.home;
    const schedule = scheduleEffect(weights, game);
    const gap = homeRating.strength - awayRating.strength + homeAdvantage + schedule;
    const chances = outcomes(gap / pointsPerLogit, cut);
    return { group, homeRating, awayRating, homeAdvantage, schedule, gap, chances };
  }

  return {
    forecast: (ratings, game) => {
      const { homeRating, awayRating, homeAdvantage, schedule, chances } = enter(ratings, game);
      return {
        ...chances,
        homePoints: homeRating.strength,
        awayPoints: awayRating.strength,
        homeAdvantage,
        schedule,
        explain: () => scheduleConditions(sport, weights, game, 1),
      };
    },
    observe: (ratings, game) => {
      const { homeResult, margin } = game;
      if (homeResult === null) return;
      const { group, homeRating, awayRating, gap, chances } = enter(ratings, game);
      const surprise = homeResult - (chances.home + (chances.draw ?? 0) / 2);
      const change = surprise * damping(margin, gap) * (1 + Math.abs(margin)) ** marginPower;
      ratings.teams.set(game.home, moved(homeRating, step(homeRating) * change));
      ratings.teams.set(game.away, moved(awayRating, -step(awayRating) * change));
      const drift = game.neutral ? 0 : homeDrift * surprise;
      observeGroups(ratings, game, { group, homeRating, awayRating }, drift, params);
    },
  };
}

/** A team's rating as it enters a season: one part is kept, the rest returns to its group's level. */
function enterSeason(
  past: Rating | undefined,
  group: Group,
  season: number,
  params: Params,
): Rating {
  if (past === undefined)
    return { ...unrated, strength: newcomerStrength(group, season, params), season };
  if (season <= past.season) return past;
  const kept = (params["carry"] ?? 1) ** Math.min(season - past.season, longestAbsence);
  return { ...past, season, strength: group.level + kept * (past.strength - group.level) };
}

const moved = (rating: Rating, by: number): Rating => ({
  ...rating,
  strength: rating.strength + by,
  games: rating.games + 1,
});

/** Weakens the margins of favorites' wins and strengthens upsets. */
function damping(margin: number, gap: number): number {
  if (margin === 0) return 1;
  const lead = margin > 0 ? gap : -gap;
  return leadDamping / Math.max(leadDamping + lead, leadDamping / 2);
}
