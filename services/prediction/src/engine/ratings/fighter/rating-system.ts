import { sum } from "../../../domain/math.ts";
import type { Ratings } from "../../model.ts";
import type { Condition, GameFeatures, Params } from "../../types.ts";
import { outcomes, pointsPerLogit, type RatingSystem } from "../rating.ts";
import {
  branches,
  branchOf,
  conditionOf,
  conditionValues,
  differenceIn,
  featuresOf,
  matchupOf,
  valueOf,
  type Branch,
  type FighterFeature,
  type Matchup,
} from "./features.ts";
import { newFighter, observeBout } from "./record.ts";

/** Features that are ratings: their share of the logit is shown as the rating gap. */
const ratingFeatures = ["elo", "marketStrength"] as const;

/**
 * Logistic regression of a bout on differences between both fighters, without intercept: swapping the fighters swaps
 * the probabilities.
 */
export function fighterSystem(params: Params): RatingSystem {
  const coefficients = new Map(
    branches.map((branch) => [
      branch,
      featuresOf(branch).map(
        (feature) => [feature, params[coefficientName(branch, feature)] ?? 0] as const,
      ),
    ]),
  );
  return {
    forecast: (ratings, game) => {
      const matchup = matchupBefore(ratings, game, params);
      const weights = coefficients.get(branchOf(matchup)) ?? [];
      const parts = weights.map(([feature, weight]) => ({
        feature,
        points: weight * differenceIn(feature, matchup) * pointsPerLogit,
      }));
      const total = sum(parts.map(({ points }) => points));
      const rating = (side: "home" | "away"): number =>
        ratingFeatures.reduce((points, name) => {
          const [, weight = 0] = weights.find(([feature]) => feature === name) ?? [];
          return points + weight * valueOf[name](matchup[side]) * pointsPerLogit;
        }, 0);
      const [homePoints, awayPoints] = [rating("home"), rating("away")];
      return {
        ...outcomes(total / pointsPerLogit, null),
        homePoints,
        awayPoints,
        homeAdvantage: 0,
        schedule: total - homePoints + awayPoints,
        explain: () =>
          parts.flatMap(({ feature, points }): Condition[] => {
            const name = conditionOf[feature];
            return name ? [{ name, points, ...conditionValues(name, matchup) }] : [];
          }),
      };
    },
    observe: (ratings, game) => observeBout(ratings, game, params),
  };
}

export const coefficientName = (branch: Branch, feature: FighterFeature): string =>
  `${branch}.${feature}`;

export const matchupBefore = (ratings: Ratings, game: GameFeatures, params: Params): Matchup =>
  matchupOf(
    ratings.fighters.get(game.home) ?? newFighter(params),
    ratings.fighters.get(game.away) ?? newFighter(params),
    game,
  );
