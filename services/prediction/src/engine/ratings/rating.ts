import type { Career } from "./fighter/record.ts";
import type { Match, PlayedMatch } from "../features/match.ts";
import type { Starter } from "./starters.ts";
import type { Condition, Probabilities } from "../types.ts";

/** Fitted numbers by name. */
export type Params = Readonly<Record<string, number>>;

/** One side's rating; entries are replaced, never changed in place. */
export type Rating = Readonly<{
  /** Strength in the component's own unit. */
  strength: number;
  /** Uncertainty of the strength (variance), 0 where the component has none. */
  variance: number;
  /** The side's own home edge beyond the group's, and its variance. */
  edge: number;
  edgeVariance: number;
  /** Slow mean of the strength over seasons. */
  longRun: number;
  /** Mean strength of the starters of the latest games, where they are rated. */
  rotation: number;
  season: number;
  games: number;
}>;

/** A rating of zero without anything learned. */
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

/** What a league or division shares: the level newcomers start from, and the home advantage. */
export type Group = Readonly<{ level: number; home: number; season: number }>;

/** All ratings of one component; pitchers and fighters only where the sport has them. */
export type Ratings = {
  sides: Map<string, Rating>;
  groups: Map<string, Group>;
  starters: Map<string, Starter>;
  careers: Map<string, Career>;
};

/** An expectation before a game, in Elo points that add up to the two-way logit. */
export type Outlook = Probabilities & {
  homePoints: number;
  awayPoints: number;
  homeAdvantage: number;
  schedule: number;
  /** What `schedule` is made of. */
  explain: () => Condition[];
  /** Replaces entries of the ratings by what the result of this very match teaches. */
  learn: (match: PlayedMatch) => void;
};

/** A rating system: what it expects of a match by the ratings so far. */
export type Component = { expect: (ratings: Ratings, match: Match) => Outlook };

/** Elo points of one unit of logit. */
export const pointsPerLogit = 400 / Math.LN10;

/** Ratings before any game. */
export const noRatings = (): Ratings => ({
  sides: new Map(),
  groups: new Map(),
  starters: new Map(),
  careers: new Map(),
});

/** A copy that can be walked on without touching the original. */
export const copyRatings = ({ sides, groups, starters, careers }: Ratings): Ratings => ({
  sides: new Map(sides),
  groups: new Map(groups),
  starters: new Map(starters),
  careers: new Map(careers),
});

/** The logistic function. */
export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** The log odds of a probability. */
export const logit = (p: number): number => Math.log(p / (1 - p));

/** Probabilities of a logit: two-way for a null cut, else an ordered logit with a draw between ±cut. */
export const outcomes = (x: number, cut: number | null): Probabilities => {
  if (cut === null) {
    const home = logistic(x);
    return { home, draw: null, away: 1 - home };
  }
  const home = logistic(x - cut);
  const away = logistic(-x - cut);
  return { home, draw: 1 - home - away, away };
};
