import { z } from "zod";
import { slateInfoSchema, sportSchema } from "./fields.ts";
import { timeSchema } from "../time.ts";

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
