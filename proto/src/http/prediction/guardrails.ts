import { z } from "zod";
import {
  limitWindows,
  maxLimit,
  selfExclusionMonths,
  timeOutDays,
} from "../../constants/guardrails.ts";
import { timeSchema } from "../time.ts";

const wrongLimit = `A limit is a whole number from 1 to ${maxLimit}.`;
/** A limit; null is none. */
export const limitValueSchema = z
  .int({ message: wrongLimit })
  .min(1, wrongLimit)
  .max(maxLimit, wrongLimit)
  .nullable();

/** The limits to change; null removes one, a missing one stays. */
export const limitsSchema = z.strictObject({
  day: limitValueSchema.optional(),
  week: limitValueSchema.optional(),
  month: limitValueSchema.optional(),
});
export type LimitsRequest = z.infer<typeof limitsSchema>;

export const limitParamsSchema = z.object({ window: z.enum(limitWindows) });

const wrongDays = `A time-out lasts ${timeOutDays.min} to ${timeOutDays.max} days.`;
export const timeOutSchema = z.strictObject({
  days: z
    .int({ message: wrongDays })
    .min(timeOutDays.min, wrongDays)
    .max(timeOutDays.max, wrongDays),
});

/** `understood` is the user's confirmation that a self-exclusion cannot be undone. */
export const selfExclusionSchema = z.strictObject({
  months: z.literal(selfExclusionMonths, {
    message: "Please choose 6 months, 1 year, 2 years or 5 years.",
  }),
  understood: z.literal(true, { message: "Please confirm that you understand this." }),
});

/** A limit with its use. `pending` is a higher limit, or none, that waits to be confirmed. */
const limitSchema = z.object({
  limit: z.number().int().nullable(),
  used: z.number().int(),
  resetsAt: timeSchema,
  pending: z
    .object({
      limit: z.number().int().nullable(),
      confirmableAt: timeSchema,
      expiresAt: timeSchema,
    })
    .nullable(),
});

export const guardrailsSchema = z.object({
  limits: z.object({ day: limitSchema, week: limitSchema, month: limitSchema }),
  timeOutUntil: timeSchema.nullable(),
  selfExcludedUntil: timeSchema.nullable(),
});
export type GuardrailsResponse = z.infer<typeof guardrailsSchema>;
