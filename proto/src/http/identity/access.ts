import { z } from "zod";
import { timeSchema } from "../time.ts";

export const accessParamsSchema = z.strictObject({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) });

/** A user's access as admins see it. */
export const accessResponseSchema = z.object({
  /** Null unless an admin has blocked the account. */
  blockedAt: timeSchema.nullable(),
  hasSecondFactor: z.boolean(),
  openSessions: z.number().int().min(0),
});
export type AccessResponse = z.infer<typeof accessResponseSchema>;
