import { z } from "zod";
import {
  outcomeSchema,
  predictionHeadSchema,
  riskLevelSchema,
  settledTotalsSchema,
  sportSchema,
} from "./fields.ts";
import { timeSchema } from "../time.ts";

/** One stored prediction with how it ended; `stake`, `returned` and `profit` in dollars. */
export const historyEntrySchema = predictionHeadSchema.extend({
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
  totals: settledTotalsSchema,
});
export type HistoryResponse = z.infer<typeof historyResponseSchema>;
