import { z } from "zod";
import {
  outcomeSchema,
  riskLevelSchema,
  settledTotalsSchema,
  slateInfoSchema,
  sportSchema,
} from "./fields.ts";
import { timeSchema } from "../time.ts";

const betTotalsSchema = settledTotalsSchema.extend({ open: z.number().int() });

/** Money in dollars; totals count settled predictions only. */
export const bettingProfileSchema = z.object({
  totals: betTotalsSchema,
  /** Profit divided by stakes; null without settled predictions. */
  return: z.number().nullable(),
  /** Most requested sport, open predictions included; null without predictions. */
  favoriteSport: sportSchema.nullable(),
  favoriteRisk: riskLevelSchema.nullable(),
  /** Most frequent first. */
  sports: z.array(betTotalsSchema.extend({ sport: sportSchema })),
  risks: z.array(betTotalsSchema.extend({ riskLevel: riskLevelSchema })),
  /** Null without settled predictions. */
  stakes: z.object({ smallest: z.number(), average: z.number(), largest: z.number() }).nullable(),
});
export type BettingProfileResponse = z.infer<typeof bettingProfileSchema>;

/** `won` of `n` predictions with a confidence from `from` to `to`. */
const bandSchema = z.object({
  from: z.number(),
  to: z.number(),
  n: z.number().int(),
  won: z.number().int(),
});

const scoresSchema = z.object({ logLoss: z.number(), brier: z.number() });

/** Settled predictions and their benchmarks. Returns are profit per unit staked, with flat stakes. */
const performanceSchema = z.object({
  /** Won and lost predictions. */
  n: z.number().int(),
  won: z.number().int(),
  pushed: z.number().int(),
  voided: z.number().int(),
  /** Sum of the predicted probabilities. */
  expected: z.number(),
  /** This and the other scores are null without settled predictions. */
  scores: scoresSchema.nullable(),
  /** Scores of the market's probabilities for the same bets. */
  market: scoresSchema.nullable(),
  return: z.number().nullable(),
  /** Mean of price × closing probability − 1. */
  closingLine: z.object({ n: z.number().int(), value: z.number() }).nullable(),
  /** Baseline: one unit on the market's favorite in every game of these bets. */
  alwaysFavorite: z
    .object({ n: z.number().int(), won: z.number().int(), return: z.number() })
    .nullable(),
  bands: z.array(bandSchema.extend({ expected: z.number() })),
});
export type PerformanceAnswer = z.infer<typeof performanceSchema>;

/**
 * The 95 % interval of a return, over clusters of predictions that share games: the weeks of a sport. Null with fewer than
 * four clusters.
 */
const returnIntervalSchema = z
  .object({ low: z.number(), high: z.number(), clusters: z.number().int() })
  .nullable();

/** Track record on one slate; a simulated slate is labeled. */
const slateRecordSchema = z.object({
  slate: slateInfoSchema.omit({ pricedAt: true }),
  total: performanceSchema,
  returnInterval: returnIntervalSchema,
  /** The risk levels with a prediction, the safest first. */
  risks: z.array(
    performanceSchema.extend({ riskLevel: riskLevelSchema, returnInterval: returnIntervalSchema }),
  ),
  combinations: z.array(
    performanceSchema.extend({ sport: sportSchema, riskLevel: riskLevelSchema }),
  ),
  /** The last weeks with settled predictions, oldest first; `week` is a Monday. */
  weeks: z.array(
    z.object({
      week: z.iso.date(),
      n: z.number().int(),
      won: z.number().int(),
      expected: z.number(),
      return: z.number().nullable(),
    }),
  ),
});
export type SlateRecordAnswer = z.infer<typeof slateRecordSchema>;

const forecastScoresSchema = scoresSchema.extend({
  n: z.number().int(),
  accuracy: z.number(),
  slope: z.number(),
  calibrationError: z.number(),
});

/** Scores of a sport's model on past games that it was not fitted on; real results, no bets. */
export const backTestSchema = z.object({
  sport: sportSchema,
  modelVersion: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  model: forecastScoresSchema,
  /** Games with a price only. The market predicts its favorite. */
  priced: z
    .object({
      model: forecastScoresSchema,
      market: forecastScoresSchema,
      blend: forecastScoresSchema,
    })
    .nullable(),
  bands: z.array(bandSchema),
});
export type BackTestAnswer = z.infer<typeof backTestSchema>;

/** A settled prediction without its user and the stake. */
const settledPickSchema = z.object({
  slate: slateInfoSchema.omit({ pricedAt: true }),
  sport: sportSchema,
  riskLevel: riskLevelSchema,
  odds: z.number(),
  probability: z.number(),
  outcome: outcomeSchema,
  settledAt: timeSchema,
  legs: z
    .array(
      z.object({
        betOn: z.string(),
        opponent: z.string(),
        betType: z.string(),
        odds: z.number(),
      }),
    )
    .min(1),
});
export type SettledPick = z.infer<typeof settledPickSchema>;

/** Track records by slate, and the back-test apart from them. */
export const modelPerformanceSchema = z.object({
  updatedAt: timeSchema,
  records: z.array(slateRecordSchema),
  /** The prediction of any user that was settled last. */
  lastSettled: settledPickSchema.nullable(),
  backTest: z.object({ label: z.string(), sports: z.array(backTestSchema) }),
});
export type ModelPerformanceResponse = z.infer<typeof modelPerformanceSchema>;
