import {
  branches,
  branchOf,
  conditionOf,
  conditionValues,
  differenceIn,
  featuresOf,
  formOf,
  viewBout,
  type BoutFeature,
  type Branch,
} from "./features.ts";
import { learnBout } from "./observe.ts";
import { newCareer } from "./record.ts";
import type { Match } from "../../features/match.ts";
import { outcomes, pointsPerLogit, type Component, type Params, type Ratings } from "../rating.ts";
import type { Condition } from "../../types.ts";

/** Name of a coefficient among the fitted numbers. */
export const coefficientName = (branch: Branch, feature: BoutFeature): string =>
  `${branch}.${feature}`;

/** How both fighters of a match stand by their careers so far. */
export const viewOf = (ratings: Ratings, match: Match, params: Params) =>
  viewBout(
    ratings.careers.get(match.home) ?? newCareer(params),
    ratings.careers.get(match.away) ?? newCareer(params),
    match,
  );

/** The features that are ratings: their share of the logit is told as the rating gap. */
const ratingFeatures = ["elo", "lean"] as const;

/**
 * Logistic regression of a bout on differences between both fighters, without intercept: swapping the
 * fighters swaps the probabilities. Every set of features that a feed may lack has its own coefficients.
 */
export const boutComponent = (params: Params): Component => {
  const weightsOf = new Map(
    branches.map((branch) => {
      const named = featuresOf(branch).map(
        (feature) => [feature, params[coefficientName(branch, feature)] ?? 0] as const,
      );
      return [branch, named] as const;
    }),
  );
  return {
    expect: (ratings, match) => {
      const view = viewOf(ratings, match, params);
      const weights = weightsOf.get(branchOf(view)) ?? [];
      const parts = weights.map(([feature, weight]) => ({
        feature,
        points: weight * differenceIn(feature, view) * pointsPerLogit,
      }));
      const total = parts.reduce((sum, { points }) => sum + points, 0);
      const rating = (side: "home" | "away"): number =>
        ratingFeatures.reduce((sum, name) => {
          const [, weight = 0] = weights.find(([feature]) => feature === name) ?? [];
          return sum + weight * formOf[name](view[side]) * pointsPerLogit;
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
            return name === null ? [] : [{ name, points, ...conditionValues(name, view) }];
          }),
        learn: (played) => learnBout(ratings, played, params),
      };
    },
  };
};
