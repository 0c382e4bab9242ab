import { z } from "zod";
import { securityActions, securityOutcomes } from "../../constants/security.ts";
import { pageQueryFields } from "../fields.ts";
import { timeSchema } from "../time.ts";

const securityEventSchema = z.object({
  id: z.string(),
  action: z.enum(securityActions),
  outcome: z.enum(securityOutcomes),
  /** Error code of a refusal. */
  reason: z.string().nullable(),
  /** Browser and operating system, such as "Firefox on Linux". */
  device: z.string(),
  /** How often it happened; refusals of one kind within an hour are one event. */
  count: z.number().int().min(1),
  at: timeSchema,
  lastAt: timeSchema,
  /** Keyed hash of the network, whose key changes every day (UTC). Events of one day can be compared. */
  network: z.string().nullable(),
});
export type SecurityEventEntry = z.infer<typeof securityEventSchema>;

export const securityEventsQuerySchema = z.strictObject(pageQueryFields);
/** Newest first. */
export const securityEventsResponseSchema = z.object({
  events: z.array(securityEventSchema),
  nextCursor: z.string().nullable(),
});
export type SecurityEventsResponse = z.infer<typeof securityEventsResponseSchema>;

/** Each filter must match. */
export const adminSecurityEventsQuerySchema = z.strictObject({
  ...pageQueryFields,
  username: z.string().trim().max(64).optional(),
  action: z.enum(securityActions).optional(),
  outcome: z.enum(securityOutcomes).optional(),
});

const adminSecurityEventSchema = securityEventSchema.extend({
  userId: z.string(),
  username: z.string().nullable(),
});
export type AdminSecurityEvent = z.infer<typeof adminSecurityEventSchema>;

export const adminSecurityEventsResponseSchema = z.object({
  events: z.array(adminSecurityEventSchema),
  nextCursor: z.string().nullable(),
});
export type AdminSecurityEventsResponse = z.infer<typeof adminSecurityEventsResponseSchema>;
