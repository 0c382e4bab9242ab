import { z } from "zod";
import { priceCheckLimits } from "../../constants/price-check.ts";
import { priceVerdicts } from "../../constants/predictions.ts";
import { sportSchema } from "./fields.ts";
import { stakeSchema } from "./prediction.ts";
import { timeSchema } from "../time.ts";

const { legs: mostLegs, longestOdds } = priceCheckLimits;
const oddsMessage = `Odds must be American: from +100 to +${longestOdds}, or from -100 to -${longestOdds}.`;

const fields = {
  gameId: z.string().min(1).max(200),
  odds: z
    .int({ message: oddsMessage })
    .refine((odds) => Math.abs(odds) >= 100 && Math.abs(odds) <= longestOdds, oddsMessage),
};
const sideMessage = "Choose a side of the game.";

/** One bet of the user: a side of a game at the odds of his book. Without a line, a spread is at the usual line. */
const checkedBetSchema = z.discriminatedUnion("market", [
  z.strictObject({
    ...fields,
    market: z.literal("moneyline"),
    side: z.enum(["home", "draw", "away"], { message: sideMessage }),
  }),
  z.strictObject({
    ...fields,
    market: z.literal("spread"),
    side: z.enum(["home", "away"], { message: sideMessage }),
    /** The home team's handicap. */
    line: z.number().min(-100).max(100).optional(),
  }),
]);
export type CheckedBet = z.infer<typeof checkedBetSchema>;

export const priceCheckSchema = z.strictObject({
  legs: z
    .array(checkedBetSchema)
    .min(1, "Choose a game.")
    .max(mostLegs, `A parlay has at most ${mostLegs} legs here.`)
    .refine(
      (legs) => new Set(legs.map(({ gameId }) => gameId)).size === legs.length,
      "Two legs are of the same game. Their results depend on each other, so we don't price them.",
    ),
  stake: stakeSchema,
});

/** The best price of an outcome among the books, American. */
export const bestPriceSchema = z.object({ odds: z.number().int(), book: z.string() });

/** A checked price. Nothing of it is stored. */
export const priceCheckResponseSchema = z.object({
  verdict: z.enum(priceVerdicts),
  /** Total odds, American; of one leg its own. */
  odds: z.number().int(),
  stake: z.number(),
  /** What a win earns on top of the stake. */
  payout: z.number(),
  breakEven: z.number(),
  /** Our estimate that every leg wins, with its likely range. */
  confidence: z.number(),
  range: z.object({ from: z.number(), to: z.number() }),
  edge: z.number(),
  /** Expected value of the stake in dollars. */
  expectedValue: z.number(),
  legs: z.array(
    z.object({
      gameId: z.string(),
      sport: sportSchema,
      game: z.string(),
      betOn: z.string(),
      betType: z.string(),
      startsAt: timeSchema,
      odds: z.number().int(),
      breakEven: z.number(),
      probability: z.number(),
      /** Null when no rating counts. */
      modelProbability: z.number().nullable(),
      marketProbability: z.number(),
      books: z.number().int(),
      /** Null when every book's price looks like a mistake. */
      best: bestPriceSchema.nullable(),
    }),
  ),
  /** Checks that are left today without a plan; null with one. */
  freeChecksLeft: z.number().int().nullable(),
});
export type PriceCheck = z.infer<typeof priceCheckResponseSchema>;
