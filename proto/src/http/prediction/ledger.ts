import { z } from "zod";
import { mostRecordedBets, stakeLimits } from "../../constants/predictions.ts";
import { outcomeSchema } from "./fields.ts";
import { historyEntrySchema } from "./history.ts";
import { timeSchema } from "../time.ts";

const stakeMessage = `Enter the stake as a number from ${stakeLimits.min} to ${stakeLimits.max}.`;
const oddsMessage = "Enter American odds from −100000 to −100 or from +100 to +100000.";

/** What the user really bet on a prediction: dollars, American odds of the whole bet, and the sportsbook. */
export const newBetSchema = z.strictObject({
  stake: z
    .number({ message: stakeMessage })
    .min(stakeLimits.min, stakeMessage)
    .max(stakeLimits.max, stakeMessage),
  odds: z
    .number({ message: oddsMessage })
    .int(oddsMessage)
    .refine((odds) => Math.abs(odds) >= 100 && Math.abs(odds) <= 100_000, oddsMessage),
  book: z.string().trim().min(1, "Enter the sportsbook.").max(40, "Use at most 40 characters."),
});
export type NewBet = z.infer<typeof newBetSchema>;

export const recordedBetSchema = newBetSchema.extend({
  recordedAt: timeSchema,
  /** True when its odds were recorded after the first of its games had started. */
  isLate: z.boolean(),
});
export type RecordedBet = z.infer<typeof recordedBetSchema>;

/** A recorded bet with the prediction that it was made on. Its own outcome and money count; those of the prediction do not. */
const ledgerEntrySchema = historyEntrySchema.omit({ returned: true, profit: true }).extend({
  bet: recordedBetSchema.extend({
    outcome: outcomeSchema,
    returned: z.number(),
    profit: z.number(),
    /**
     * Closing line value: odds × the market's probability at the start − 1. Above zero the bet was cheaper than at the
     * start. Null while it is unknown, and for a late bet.
     */
    closingValue: z.number().nullable(),
  }),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

export const ledgerQuerySchema = z.strictObject({
  /** Only bets whose prediction was settled at this time or later. */
  settledSince: z.iso.datetime().optional(),
});

/** All recorded bets of the user, the newest first. */
export const ledgerSchema = z.object({ bets: z.array(ledgerEntrySchema).max(mostRecordedBets) });
export type Ledger = z.infer<typeof ledgerSchema>;
