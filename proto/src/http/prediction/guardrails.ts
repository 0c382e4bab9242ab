import { z } from "zod";
import {
  limitNames,
  maxLimits,
  selfExclusionMonths,
  timeOutDays,
} from "../../constants/guardrails.ts";
import { timeSchema } from "../time.ts";

const valueUpTo = (max: number, wrong: string) =>
  z.int({ message: wrong }).min(1, wrong).max(max, wrong).nullable();

/** A limit of predictions; null is none. */
export const limitValueSchema = valueUpTo(
  maxLimits.predictions,
  `A limit is a whole number from 1 to ${maxLimits.predictions}.`,
);

/** A limit of stakes in dollars; null is none. */
export const stakeLimitSchema = valueUpTo(
  maxLimits.stakes,
  `A limit of stakes is a whole number of dollars from 1 to ${maxLimits.stakes}.`,
);

/** The limits to change; null removes one, a missing one stays. */
export const limitsSchema = z.strictObject({
  day: limitValueSchema.optional(),
  week: limitValueSchema.optional(),
  month: limitValueSchema.optional(),
  stakeDay: stakeLimitSchema.optional(),
  stakeWeek: stakeLimitSchema.optional(),
  stakeMonth: stakeLimitSchema.optional(),
});

export const limitParamsSchema = z.object({ name: z.enum(limitNames) });

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

/** A limit with its use, in predictions or dollars. `pending` is a higher limit, or none, that waits to be confirmed. */
const limitSchema = z.object({
  limit: z.number().int().nullable(),
  used: z.number(),
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
  limits: z.object({
    day: limitSchema,
    week: limitSchema,
    month: limitSchema,
    stakeDay: limitSchema,
    stakeWeek: limitSchema,
    stakeMonth: limitSchema,
  }),
  timeOutUntil: timeSchema.nullable(),
  selfExcludedUntil: timeSchema.nullable(),
});
export type GuardrailsResponse = z.infer<typeof guardrailsSchema>;
