import { z } from "zod";
import { stakeLimits } from "../../constants/predictions.ts";
import { outcomeSchema, predictionHeadSchema, riskLevelSchema, sportSchema } from "./fields.ts";
import { recordedBetSchema } from "./ledger.ts";
import { timeSchema } from "../time.ts";

const stakeMessage = `Stake must be a number from ${stakeLimits.min} to ${stakeLimits.max}.`;

/** A stake in US dollars. */
export const stakeSchema = z
  .number({ message: stakeMessage })
  .min(stakeLimits.min, stakeMessage)
  .max(stakeLimits.max, stakeMessage)
  .default(stakeLimits.default);

export const newPredictionSchema = z.strictObject({
  sport: sportSchema,
  riskLevel: riskLevelSchema,
  query: z.string().max(200).optional(),
  /** Only picks with this game of the slate. */
  gameId: z.string().min(1).max(200).optional(),
  /** False allows an earlier prediction while prices are unchanged. Insane is always new. */
  forceNew: z.boolean().optional(),
  /** A number selects randomly among good picks, for insane only. */
  randomize: z.union([z.number(), z.boolean(), z.null()]).optional(),
  /** Time of the click in ms; together with `requestCount` it makes the request idempotent. */
  timestamp: z.union([z.number(), z.string().max(40)]).optional(),
  /** Requests the n-th distinct pick of the combination. */
  requestCount: z.number().int().min(0).max(1_000_000).optional(),
  /** US dollars, stored for the history. We take no bets. */
  /** Stored for the history. We take no bets. */
  stake: stakeSchema,
});
export type NewPrediction = z.infer<typeof newPredictionSchema>;

/** One number that changed a probability. Every number of the analysis text is one of these. */
const factorSchema = z.object({
  name: z.string(),
  value: z.number(),
  unit: z.enum([
    "probability",
    "points",
    "rating",
    "odds",
    "decimal",
    "days",
    "count",
    "cents",
    "age",
    "cm",
    "rate",
  ]),
});
export type Factor = z.infer<typeof factorSchema>;

/**
 * What moved the model's number of a leg: each bar in favor of the pick (above zero) or against it. The bars add up to
 * `model`; zero is an even chance.
 */
const forcesSchema = z.object({
  /** Elo rating points, or points of the game beyond the line. */
  unit: z.enum(["rating", "points"]),
  bars: z.array(z.object({ name: z.string(), value: z.number() })),
  model: z.number(),
  market: z.number(),
  estimate: z.number(),
});
export type Forces = z.infer<typeof forcesSchema>;

/** One leg with its price and reasons. `odds` are American. */
const betSchema = z.object({
  game: z.string(),
  betOn: z.string(),
  opponent: z.string(),
  betType: z.string(),
  odds: z.number().int(),
  startsAt: timeSchema,
  book: z.string(),
  reasoning: z.string(),
  modelProbability: z.number(),
  marketProbability: z.number(),
  probability: z.number(),
  edge: z.number(),
  /** True when a rating was missing or too old: the market's probability counts alone. */
  marketOnly: z.boolean(),
  factors: z.array(factorSchema),
  /** Null without a rating that counts, for a draw, and in older predictions. */
  forces: forcesSchema.nullable().default(null),
});
export type Bet = z.infer<typeof betSchema>;

/** A generated prediction. `band` counts settled predictions of its sport with a similar confidence. */
export const predictionSchema = predictionHeadSchema.extend({
  bets: z.array(betSchema).min(1),
  payout: z.number(),
  /** At most three sentences: what speaks for the pick, what against it, what its price says. Empty in older ones. */
  summary: z.array(z.string()).max(3).default([]),
  reasoning: z.string(),
  breakEven: z.number(),
  edge: z.number(),
  range: z.object({ from: z.number(), to: z.number() }),
  band: z.object({ from: z.number(), to: z.number(), n: z.number().int(), won: z.number().int() }),
  factors: z.array(factorSchema),
  modelVersion: z.string(),
});
export type Prediction = z.infer<typeof predictionSchema>;

/** Texts of the PREDICTION UPDATE panel, the most important first. */
const updateFields = {
  error: z.string().optional(),
  predictionError: z.string().optional(),
  recommendation: z.string().optional(),
};

/** No combination fits the ranges. */
const noPredictionSchema = z.object({
  bets: z.array(betSchema).length(0).default([]),
  confidence: z.number().optional(),
  ...updateFields,
});

/** An `error` beside bets is shown in their place. */
export const newPredictionResponseSchema = z.union([
  predictionSchema.extend({
    ...updateFields,
    /** True when `forceNew` was false and the user already has this pick, at the same prices. */
    isEarlier: z.boolean().optional(),
    /** With the 5th, 10th and every further 10th insane prediction of a UTC day: how many, and their expected losses. */
    insaneToday: z.object({ count: z.number().int(), expectedLosses: z.number() }).optional(),
  }),
  noPredictionSchema,
]);
export type NewPredictionResponse = z.infer<typeof newPredictionResponseSchema>;

export const storedPredictionSchema = predictionSchema.extend({
  /** What the user really bet on it; null if nothing is recorded. */
  bet: recordedBetSchema.nullable().default(null),
  bets: z.array(betSchema.extend({ outcome: outcomeSchema })).min(1),
  outcome: outcomeSchema,
  returned: z.number(),
  profit: z.number(),
  settledAt: timeSchema.nullable(),
  /** Ids of the predictions that the user made right after and right before it. */
  newerId: z.string().nullable().default(null),
  olderId: z.string().nullable().default(null),
});
export type StoredPrediction = z.infer<typeof storedPredictionSchema>;
export const predictionParamsSchema = z.strictObject({ id: z.string().max(100) });
