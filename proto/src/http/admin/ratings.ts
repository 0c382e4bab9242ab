import { z } from "zod";
import { sportSchema } from "../prediction/fields.ts";
import { timeSchema } from "../time.ts";

/** A calendar date, YYYY-MM-DD. */
const dateSchema = z.string();

/** How fresh the live ratings of a sport are. */
const ratingsSchema = z.object({
  sport: sportSchema,
  /** The source of results; null where none is set, and the sport is not sold. */
  source: z.string().nullable(),
  /** The last day in the fitted model, and that of the newest rated game. */
  fittedTo: dateSchema,
  ratedTo: dateSchema,
  /** Days of a running season without a rated game. */
  daysBehind: z.number().int().min(0),
  /** Games rated since the fit. */
  rated: z.number().int().min(0),
  /** The date up to which all results are fetched. */
  completeTo: dateSchema.nullable(),
  /** Dates that the source no longer reports. */
  missing: z.string().nullable(),
  failure: z.string().nullable(),
  /** Teams on sale whose ratings are too old to count. */
  staleTeams: z.number().int().min(0),
  /** Games on sale within a day, and how many of them a model prices beside the market. */
  gamesToday: z.number().int().min(0),
  modelToday: z.number().int().min(0),
  updatedAt: timeSchema,
});
export type SportRatings = z.infer<typeof ratingsSchema>;

/** Empty in the simulated season. */
export const ratingsResponseSchema = z.object({ ratings: z.array(ratingsSchema) });
export type RatingsResponse = z.infer<typeof ratingsResponseSchema>;
