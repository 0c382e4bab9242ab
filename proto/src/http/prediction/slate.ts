import { z } from "zod";
import { slateInfoSchema, sportSchema } from "./fields.ts";
import { bestPriceSchema } from "./price-check.ts";
import { timeSchema } from "../time.ts";

export const slateQuerySchema = z.strictObject({ sport: sportSchema });
export const slateResponseSchema = z.object({
  sport: sportSchema,
  slate: slateInfoSchema,
  /** Age of the prices by the slate's own clock. */
  ageSeconds: z.number().int().min(0),
  games: z.array(
    z.object({
      id: z.string(),
      home: z.string(),
      away: z.string(),
      startsAt: timeSchema,
      books: z.number().int(),
      /** True when a rating is missing or too old: picks follow the market's probability alone. */
      marketOnly: z.boolean(),
      /** Median probability of the books without their margins; `draw` is null in sports without a draw bet. */
      consensus: z
        .object({ home: z.number(), draw: z.number().nullable(), away: z.number() })
        .nullable(),
      /** The best price of each outcome; null where no book has a price that we trust. */
      moneyline: z
        .object({
          home: bestPriceSchema.nullable(),
          draw: bestPriceSchema.nullable(),
          away: bestPriceSchema.nullable(),
        })
        .nullable(),
      /** The same against the spread at the usual line, the home team's handicap. */
      spread: z
        .object({
          line: z.number(),
          home: bestPriceSchema.nullable(),
          away: bestPriceSchema.nullable(),
        })
        .nullable(),
    }),
  ),
});
export type SlateResponse = z.infer<typeof slateResponseSchema>;

const sideEstimateSchema = z.object({
  probability: z.number(),
  /** True when the whole likely range is above the break-even of the best price. */
  goodPrice: z.boolean(),
});
export const estimatesResponseSchema = z.object({
  sport: sportSchema,
  /** Our estimates of the outcomes of each game that has a moneyline; `draw` is null in sports without a draw bet. */
  games: z.array(
    z.object({
      id: z.string(),
      home: sideEstimateSchema,
      draw: sideEstimateSchema.nullable(),
      away: sideEstimateSchema,
    }),
  ),
});
export type EstimatesResponse = z.infer<typeof estimatesResponseSchema>;
