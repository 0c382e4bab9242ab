import { z } from "zod";
import { outcomes, riskLevels, slateKinds, sports } from "../../constants/predictions.ts";
import { timeSchema } from "../time.ts";

export const sportSchema = z.enum(sports, { message: "Please choose a sport." });

export const riskLevelSchema = z.enum(riskLevels, { message: "Please choose a risk level." });

/** Source of games and prices; screens show it beside them. */
export const slateInfoSchema = z.object({
  kind: z.enum(slateKinds),
  label: z.string(),
  pricedAt: timeSchema,
});
export type SlateInfo = z.infer<typeof slateInfoSchema>;

/** Outcome of a stored prediction or of one of its legs. */
export const outcomeSchema = z.enum(outcomes);

/** Money in dollars. */
export const settledTotalsSchema = z.object({
  settled: z.number().int(),
  won: z.number().int(),
  lost: z.number().int(),
  staked: z.number(),
  returned: z.number(),
  profit: z.number(),
});

/** `stake` is in dollars, `parlayOdds` are American. */
export const predictionHeadSchema = z.object({
  id: z.string(),
  createdAt: timeSchema,
  sport: sportSchema,
  riskLevel: riskLevelSchema,
  stake: z.number(),
  parlayOdds: z.number().int(),
  /** The calibrated probability that the whole bet wins. */
  confidence: z.number().min(0).max(1),
  slate: slateInfoSchema,
});
