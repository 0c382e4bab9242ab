import { z } from "zod";
import { sports } from "../domain/sport.ts";

/**
 * A fitted model and what it remembers between games, as stored in an artifact. Every entry is replaced when a game
 * is observed, never changed in place.
 */

const day = z.number();
const probability = z.number();

/**
 * Rating systems that a sport's model may combine: `elo` and `kalman` observe results, `priced` is the Kalman rating
 * that also observes closing prices of past games, `fighter` is the logistic regression of UFC.
 */
export const ratingSystemNames = ["elo", "kalman", "priced", "fighter"] as const;
export type RatingSystemName = (typeof ratingSystemNames)[number];

/** A team's rating in one rating system, in the unit of that system. */
const ratingSchema = z.object({
  strength: z.number(),
  /** Variance of the strength; 0 in Elo. */
  variance: z.number(),
  /** The team's own home advantage beyond its group's, and its variance. */
  edge: z.number(),
  edgeVariance: z.number(),
  /** Slow mean of the strength over seasons. */
  longRun: z.number(),
  /** Mean strength of the starters of the latest games, where starters are rated. */
  rotation: z.number(),
  season: z.number(),
  games: z.number(),
});
export type Rating = Readonly<z.infer<typeof ratingSchema>>;

/** What a league or division shares: the level at which newcomers start, and the home advantage. */
const groupSchema = z.object({ level: z.number(), home: z.number(), season: z.number() });
export type Group = Readonly<z.infer<typeof groupSchema>>;

/** A starting pitcher's rating. */
const starterSchema = z.object({ strength: z.number(), variance: z.number(), season: z.number() });
export type Starter = Readonly<z.infer<typeof starterSchema>>;

/**
 * A fighter's record. Days are the middle of a span of 30 days, births of half a year, reaches multiples of 5 cm:
 * precise enough for the features, too coarse to tell which bout a number came from.
 */
const fighterSchema = z.object({
  /** Elo points from 0. */
  elo: z.number(),
  /** Strength in logits by past closing prices and results, and its variance. */
  marketStrength: z.number(),
  marketVariance: z.number(),
  /** Bouts with a known closing price. */
  priced: z.number(),
  /** Bouts with a winner or a draw. */
  bouts: z.number(),
  /** Wins in a row; losses in a row are negative. */
  streak: z.number(),
  knockoutLosses: z.number(),
  lastDay: day.nullable(),
  /** Days of the bouts of the last 18 months. */
  recentDays: z.array(day),
  bornDay: day.nullable(),
  reach: z.number().nullable(),
});
export type FighterRecord = Readonly<z.infer<typeof fighterSchema>>;

const ratingsSchema = z.object({
  teams: z.record(z.string(), ratingSchema),
  groups: z.record(z.string(), groupSchema),
  starters: z.record(z.string(), starterSchema),
  fighters: z.record(z.string(), fighterSchema),
});

/** All ratings of one rating system by name; starters and fighters only where the sport has them. */
export type Ratings = {
  teams: Map<string, Rating>;
  groups: Map<string, Group>;
  starters: Map<string, Starter>;
  fighters: Map<string, FighterRecord>;
};

const scheduleSchema = z.object({
  lastDay: day,
  /** Days of the games of the last seven days, oldest first. */
  recentDays: z.array(day),
  games: z.number(),
  form: z.array(z.enum(["W", "D", "L"])),
  league: z.string().nullable(),
  division: z.string().nullable(),
  /** Share (0–1) of the latest games with a known closing price. */
  pricedShare: probability,
});
export type TeamSchedule = Readonly<z.infer<typeof scheduleSchema>>;
export type TeamSchedules = Map<string, TeamSchedule>;

const spanSchema = z.object({ from: z.string(), to: z.string(), games: z.number() });
export type Span = z.infer<typeof spanSchema>;

/** Distance of predicted probabilities from outcomes. */
const calibrationSchema = z.object({
  /** Expected calibration error over ten bins of equal width. */
  error: z.number(),
  /** Mean error of as many perfectly calibrated predictions. */
  chance: z.number(),
  /** Error that one in twenty such sets of predictions exceeds. */
  ceiling: z.number(),
});
export type Calibration = z.infer<typeof calibrationSchema>;

const metricsSchema = z.object({
  n: z.number(),
  logLoss: z.number(),
  /** Mean squared error summed over outcomes, halved for two-way games. */
  brier: z.number(),
  /** Share of games in which the likeliest outcome happened. */
  accuracy: z.number(),
  /** Logistic regression of outcomes on predicted logits, home only when two-way; perfect: 1 and 0. */
  slope: z.number(),
  intercept: z.number(),
  /** Over all outcomes on offer: both teams, and the draw where there is one. */
  calibration: calibrationSchema,
  /** Over home wins alone. */
  homeCalibration: calibrationSchema,
});
export type Metrics = z.infer<typeof metricsSchema>;

const comparisonSchema = z.object({
  n: z.number(),
  difference: z.number(),
  standardError: z.number(),
});
/** Mean difference in log loss of two forecasts of the same games, with its paired standard error. */
export type Comparison = z.infer<typeof comparisonSchema>;

const backTestSchema = z.object({
  span: spanSchema,
  model: metricsSchema,
  /** Model, market and blend on the games that have a price. */
  priced: z
    .object({ model: metricsSchema, market: metricsSchema, blend: metricsSchema })
    .nullable(),
  modelAgainstMarket: comparisonSchema.nullable(),
  blendAgainstMarket: comparisonSchema.nullable(),
  bands: z.array(z.object({ from: probability, to: probability, n: z.number(), won: z.number() })),
});
/** Scores of forecasts of later games by parameters fitted on earlier ones. */
export type BackTest = z.infer<typeof backTestSchema>;

const blendWeightsSchema = z.object({ market: z.number(), model: z.number() });
/** Weights of the market's and the model's logits in the blend. */
export type BlendWeights = z.infer<typeof blendWeightsSchema>;

const fittedSystemSchema = z.object({
  name: z.enum(ratingSystemNames),
  weight: z.number(),
  /** Weight where past games had no prices to observe. */
  unpricedWeight: z.number(),
  params: z.record(z.string(), z.number()),
});
export type FittedRatingSystem = Readonly<z.infer<typeof fittedSystemSchema>>;

const spreadModelSchema = z.object({ sd: z.number(), marketSd: z.number(), weight: z.number() });
/** Standard deviation of margins about the model's and about the closing line, and the model's weight beside it. */
export type SpreadModel = z.infer<typeof spreadModelSchema>;

const fittedModelSchema = z.object({
  sport: z.enum(sports),
  span: spanSchema,
  systems: z.array(fittedSystemSchema),
  blend: blendWeightsSchema,
  /** Standard deviation of margins about a closing spread; null in sports without spreads. */
  marketSd: z.number().nullable(),
  spread: spreadModelSchema.nullable(),
  /** Distance between the logits of model and market within which four in five back-test games lie. */
  logitRange: z.number(),
  backTest: backTestSchema,
});
/** Everything fitted for a sport apart from the ratings. */
export type FittedModel = z.infer<typeof fittedModelSchema>;

/** Version of the artifact's layout; a reader refuses any other. */
export const artifactFormat = 5;

/** A fitted model with its ratings as JSON. It holds no results, prices or rows of data. */
export const artifactSchema = z.object({
  format: z.literal(artifactFormat),
  version: z.string(),
  model: fittedModelSchema,
  schedules: z.record(z.string(), scheduleSchema),
  /** One per rating system, in the order of `model.systems`. */
  ratings: z.array(ratingsSchema),
});
export type Artifact = z.infer<typeof artifactSchema>;
