import { z } from "zod";
import { riskLevelSchema, settledTotalsSchema, slateInfoSchema, sportSchema } from "./fields.ts";
import { timeSchema } from "../time.ts";

const betTotalsSchema = settledTotalsSchema.extend({ open: z.number().int() });

/** GET /api/betting-profile: how the user bets. Money in dollars; totals count settled predictions only. */
export const bettingProfileSchema = z.object({
  totals: betTotalsSchema,
  /** Profit over stakes of what is settled; null while nothing is. */
  return: z.number().nullable(),
  /** Most requested sport, open predictions included; null without predictions. */
  favouriteSport: sportSchema.nullable(),
  favouriteRisk: riskLevelSchema.nullable(),
  /** Most frequent first. */
  sports: z.array(betTotalsSchema.extend({ sport: sportSchema })),
  risks: z.array(betTotalsSchema.extend({ riskLevel: riskLevelSchema })),
  /** Of settled predictions; null while nothing is. */
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

/** Settled predictions with what they are compared with. Returns are profit per unit staked, flat stakes. */
export const performanceSchema = z.object({
  /** Won and lost ones; those pushed or void count neither way. */
  n: z.number().int(),
  won: z.number().int(),
  pushed: z.number().int(),
  voided: z.number().int(),
  /** How many should have won by their chances. */
  expected: z.number(),
  /** Null while nothing is settled; so are the other scores. */
  scores: scoresSchema.nullable(),
  /** The market's chances on the same bets. */
  market: scoresSchema.nullable(),
  return: z.number().nullable(),
  /** Mean of price taken × chance by the closing prices − 1. */
  closingLine: z.object({ n: z.number().int(), value: z.number() }).nullable(),
  /** The baseline: one unit on the market's favourite in every game of these bets. */
  alwaysFavourite: z
    .object({ n: z.number().int(), won: z.number().int(), return: z.number() })
    .nullable(),
  bands: z.array(bandSchema.extend({ expected: z.number() })),
});
export type PerformanceAnswer = z.infer<typeof performanceSchema>;

/** What was predicted on one slate and how it ended; a simulated slate's is labelled so. */
export const slateRecordSchema = z.object({
  slate: slateInfoSchema.omit({ pricedAt: true }),
  total: performanceSchema,
  combinations: z.array(
    performanceSchema.extend({ sport: sportSchema, riskLevel: riskLevelSchema }),
  ),
  /** The last weeks that have a settled prediction, oldest first; `week` is its Monday. */
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

/** How a sport's model did on past games that it was not fitted on; real results, no bets. */
export const backTestSchema = z.object({
  sport: sportSchema,
  modelVersion: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  model: forecastScoresSchema,
  /** On the games that have a price; the market's accuracy is that of always naming its favourite. */
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

/** GET /api/model-performance, public: what was predicted and settled, by slate, and apart from it the back-test. */
export const modelPerformanceSchema = z.object({
  updatedAt: timeSchema,
  records: z.array(slateRecordSchema),
  backTest: z.object({ label: z.string(), sports: z.array(backTestSchema) }),
});
export type ModelPerformanceResponse = z.infer<typeof modelPerformanceSchema>;
