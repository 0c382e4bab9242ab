import { z } from "zod";
import { timeSchema } from "./fields.ts";

/** The sports that can be picked, in the order of the screen. */
export const sports = ["soccer", "nba", "mlb", "nhl", "ufc", "nfl", "cfb"] as const;
/** One of `sports`. */
export const sportSchema = z.enum(sports, { message: "Please choose a sport." });
export type Sport = z.infer<typeof sportSchema>;

/** The risks that can be picked, from the least. */
export const riskLevels = ["moderate", "aggressive", "insane"] as const;
/** One of `riskLevels`. */
export const riskLevelSchema = z.enum(riskLevels, { message: "Please choose a risk level." });
export type RiskLevel = z.infer<typeof riskLevelSchema>;

/** What may be staked, in dollars. */
export const stakeLimits = { min: 1, max: 10_000, default: 100 } as const;

/** POST /api/new-prediction. */
export const newPredictionSchema = z.strictObject({
  sport: sportSchema,
  riskLevel: riskLevelSchema,
  query: z.string().max(200).optional(),
  /** False: a prediction given before will do while prices are unchanged. Insane is always new. */
  forceNew: z.boolean().optional(),
  /** A number draws among the good picks, for insane only. */
  randomize: z.union([z.number(), z.boolean(), z.null()]).optional(),
  /** When the button was pressed, in ms; a press before the answer to the one before it could be seen is no new wish. */
  timestamp: z.union([z.number(), z.string().max(40)]).optional(),
  /** Asks for the n-th distinct pick of the combination. */
  requestCount: z.number().int().min(0).max(1_000_000).optional(),
  /** In dollars; stored for the history, we take no bets. */
  stake: z
    .number({ message: "Stake must be a number from 1 to 10000." })
    .min(stakeLimits.min, "Stake must be a number from 1 to 10000.")
    .max(stakeLimits.max, "Stake must be a number from 1 to 10000.")
    .default(stakeLimits.default),
});
export type NewPrediction = z.infer<typeof newPredictionSchema>;

/** One number that moved a probability, as data; every number of a sentence stands in one of these. */
export const factorSchema = z.object({
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

/** One leg: what to back, at which price, and why. `odds` are American. */
export const betSchema = z.object({
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
  factors: z.array(factorSchema),
});
export type Bet = z.infer<typeof betSchema>;

/** Where the games and prices come from; shown wherever they are shown. */
export const slateInfoSchema = z.object({
  kind: z.enum(["simulated", "replay", "live"]),
  label: z.string(),
  pricedAt: timeSchema,
});
export type SlateInfo = z.infer<typeof slateInfoSchema>;

/** A generated prediction. `band` holds the settled ones of its sport near its chance, and `confidence` is the calibrated probability that the whole bet wins. */
export const predictionSchema = z.object({
  id: z.string(),
  createdAt: timeSchema,
  sport: sportSchema,
  riskLevel: riskLevelSchema,
  stake: z.number(),
  bets: z.array(betSchema).min(1),
  parlayOdds: z.number().int(),
  payout: z.number(),
  reasoning: z.string(),
  confidence: z.number().min(0).max(1),
  breakEven: z.number(),
  edge: z.number(),
  range: z.object({ from: z.number(), to: z.number() }),
  band: z.object({ from: z.number(), to: z.number(), n: z.number().int(), won: z.number().int() }),
  factors: z.array(factorSchema),
  modelVersion: z.string(),
  slate: slateInfoSchema,
});
export type Prediction = z.infer<typeof predictionSchema>;

/** No combination in the ranges: the text of the PREDICTION UPDATE panel. */
export const noPredictionSchema = z.object({
  bets: z.array(betSchema).length(0),
  error: z.string().optional(),
  confidence: z.literal(0).optional(),
  recommendation: z.string().optional(),
});

/** Answer of POST /api/new-prediction. */
export const newPredictionResponseSchema = z.union([predictionSchema, noPredictionSchema]);
export type NewPredictionResponse = z.infer<typeof newPredictionResponseSchema>;

/** How a stored prediction ended; `returned` is what the stake brought back in all, 0 when lost. */
export const outcomeSchema = z.enum(["open", "won", "lost", "push", "void"]);

/** One stored prediction with how it ended; `stake`, `returned` and `profit` in dollars. */
export const historyEntrySchema = predictionSchema
  .pick({
    id: true,
    createdAt: true,
    sport: true,
    riskLevel: true,
    stake: true,
    parlayOdds: true,
    confidence: true,
    slate: true,
  })
  .extend({
    legs: z.array(
      z.object({
        betOn: z.string(),
        opponent: z.string(),
        betType: z.string(),
        odds: z.number().int(),
        startsAt: timeSchema,
        outcome: outcomeSchema,
      }),
    ),
    outcome: outcomeSchema,
    returned: z.number(),
    profit: z.number(),
    settledAt: timeSchema.nullable(),
  });
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** GET /api/predictions/{id}: one of the user's own predictions, as it was given, and how it stands. */
export const storedPredictionSchema = predictionSchema.extend({
  bets: z.array(betSchema.extend({ outcome: outcomeSchema })).min(1),
  outcome: outcomeSchema,
  returned: z.number(),
  profit: z.number(),
  settledAt: timeSchema.nullable(),
});
export type StoredPrediction = z.infer<typeof storedPredictionSchema>;
/** Path of GET /api/predictions/{id}. */
export const predictionParamsSchema = z.strictObject({ id: z.string().max(100) });

/** Query of GET /api/predictions: newest first, keyset pages. */
export const historyQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
  sport: sportSchema.optional(),
  riskLevel: riskLevelSchema.optional(),
  outcome: outcomeSchema.optional(),
});

/** GET /api/predictions; totals run over all settled predictions of the user. Money in the stake's unit. */
export const historyResponseSchema = z.object({
  predictions: z.array(historyEntrySchema),
  nextCursor: z.string().nullable(),
  totals: z.object({
    settled: z.number().int(),
    won: z.number().int(),
    lost: z.number().int(),
    staked: z.number(),
    returned: z.number(),
    profit: z.number(),
  }),
});
export type HistoryResponse = z.infer<typeof historyResponseSchema>;

/** GET /api/slate?sport=: the games that can be picked now. */
export const slateQuerySchema = z.strictObject({ sport: sportSchema });
/** Answer of GET /api/slate. */
export const slateResponseSchema = z.object({
  sport: sportSchema,
  slate: slateInfoSchema,
  /** How old the prices are, by the slate's own clock. */
  ageSeconds: z.number().int().min(0),
  games: z.array(
    z.object({
      id: z.string(),
      home: z.string(),
      away: z.string(),
      startsAt: timeSchema,
      books: z.number().int(),
      /** The median of what the books think, without their margins; `draw` is null where a tie is no bet. */
      consensus: z
        .object({ home: z.number(), draw: z.number().nullable(), away: z.number() })
        .nullable(),
    }),
  ),
});
export type SlateResponse = z.infer<typeof slateResponseSchema>;
