import { logistic } from "../../domain/math.ts";
import { twoWay } from "../math.ts";
import type { Rating, Ratings } from "../model.ts";
import type { Forecast, GameFeatures, ObservedGame, Probabilities } from "../types.ts";

/** Forecasts a game from the ratings so far, and moves the ratings by a finished game. */
export type RatingSystem = {
  forecast: (ratings: Ratings, game: GameFeatures) => Forecast;
  /** Replaces the entries of the game's teams; a game without a result changes no rating. */
  observe: (ratings: Ratings, game: ObservedGame) => void;
};

/** Elo points of one unit of logit (Elo 1978: 400 points are odds of ten to one), 173.7. */
export const pointsPerLogit = 400 / Math.LN10;

/** Slope at which a logistic curve stays within .01 of a normal one (Camilli 1994: 1.702). */
export const probitSlope = 1.7;

/** Seasons away after which a rating stops fading. */
export const longestAbsence = 5;

export const unrated: Rating = {
  strength: 0,
  variance: 0,
  edge: 0,
  edgeVariance: 0,
  longRun: 0,
  rotation: 0,
  season: 0,
  games: 0,
};

export const noRatings = (): Ratings => ({
  teams: new Map(),
  groups: new Map(),
  starters: new Map(),
  fighters: new Map(),
});

/** A copy that can be moved without touching the original. */
export const copyRatings = ({ teams, groups, starters, fighters }: Ratings): Ratings => ({
  teams: new Map(teams),
  groups: new Map(groups),
  starters: new Map(starters),
  fighters: new Map(fighters),
});

/** Probabilities of a logit: two-way for a null cut, else an ordered logit with a draw between ±cut. */
export function outcomes(x: number, cut: number | null): Probabilities {
  if (cut === null) return twoWay(logistic(x));
  const home = logistic(x - cut);
  const away = logistic(-x - cut);
  return { home, draw: 1 - home - away, away };
}
