import { z } from "zod";
import {
  outcomeSchema,
  predictionHeadSchema,
  riskLevelSchema,
  settledTotalsSchema,
  sportSchema,
} from "./fields.ts";
import { timeSchema } from "../time.ts";

/** Money in dollars. */
export const historyEntrySchema = predictionHeadSchema.extend({
  legs: z.array(
    z.object({
      betOn: z.string(),
      opponent: z.string(),
      betType: z.string(),
      odds: z.number().int(),
      startsAt: timeSchema,
      marketOnly: z.boolean(),
      outcome: outcomeSchema,
    }),
  ),
  outcome: outcomeSchema,
  returned: z.number(),
  profit: z.number(),
  settledAt: timeSchema.nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** Newest first. */
export const historyQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
  sport: sportSchema.optional(),
  riskLevel: riskLevelSchema.optional(),
  outcome: outcomeSchema.optional(),
});

/** Filters as those of the list. */
export const historySeriesQuerySchema = historyQuerySchema.omit({ limit: true, cursor: true });

/** Profit by the day of settlement (UTC), oldest first, of the newest 10,000 settled predictions that match. */
export const historySeriesSchema = z.object({
  days: z.array(z.object({ day: z.iso.date(), settled: z.number().int(), profit: z.number() })),
});
export type HistorySeries = z.infer<typeof historySeriesSchema>;

/** `totals` cover the predictions of the user that match the filters, on all pages: the settled ones, and how many are open. */
export const historyResponseSchema = z.object({
  predictions: z.array(historyEntrySchema),
  nextCursor: z.string().nullable(),
  totals: settledTotalsSchema.extend({
    open: z.number().int(),
    /** Stakes of the open ones. */
    atStake: z.number(),
  }),
});
export type HistoryResponse = z.infer<typeof historyResponseSchema>;
