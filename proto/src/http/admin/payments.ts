import { z } from "zod";
import { commandIdSchema, requiredReasonSchema } from "./users.ts";
import { pageQueryFields } from "../fields.ts";
import { timeSchema } from "../time.ts";

const centsSchema = z.number().int();

/** A partial refund leaves a payment `succeeded` with `refundedCents` above zero. */
export const paymentStatusSchema = z.enum(["succeeded", "failed", "refunded", "disputed"]);

export const paymentsQuerySchema = z.strictObject({
  ...pageQueryFields,
  userId: z.string().min(1).max(64).optional(),
  /** The whole username, in any case. */
  username: z.string().trim().max(64).optional(),
  status: paymentStatusSchema.optional(),
});

const paymentSchema = z.object({
  id: z.string(),
  /** Null for a deleted account whose payment the law requires us to keep. */
  userId: z.string().nullable(),
  username: z.string().nullable(),
  plan: z.string(),
  status: paymentStatusSchema,
  amountCents: centsSchema,
  refundedCents: centsSchema,
  currency: z.string(),
  createdAt: timeSchema,
  /** Null until it succeeds. */
  paidAt: timeSchema.nullable(),
  failedAttempts: z.number().int(),
  /** The affiliate that gets credit for this payment. */
  affiliateCode: z.string().nullable(),
});
export type Payment = z.infer<typeof paymentSchema>;

export const paymentsResponseSchema = z.object({
  payments: z.array(paymentSchema),
  nextCursor: z.string().nullable(),
});
export type PaymentsResponse = z.infer<typeof paymentsResponseSchema>;

export const refundPaymentSchema = z.strictObject({
  reason: requiredReasonSchema,
  /** Default: everything that is not refunded yet. */
  amountCents: z
    .number({ message: "The amount must be whole cents." })
    .int("The amount must be whole cents.")
    .min(1, "The amount must be at least one cent.")
    .max(100_000_000, "The amount is too large.")
    .optional(),
  /** Required, because without it a repeated request would refund again. */
  commandId: commandIdSchema,
});
export type RefundPayment = z.infer<typeof refundPaymentSchema>;

export const refundPaymentResponseSchema = z.object({ payment: paymentSchema });
export type RefundPaymentResponse = z.infer<typeof refundPaymentResponseSchema>;

const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "A month is written 2026-11.");

/** Whole months in UTC, both included, at most 60; default: the last twelve. */
export const revenueQuerySchema = z
  .strictObject({
    from: monthSchema.optional().meta({
      description: "At most 59 months before the last one; by default eleven.",
    }),
    to: monthSchema.optional().meta({ description: "By default the current month." }),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ["from"],
    message: "The first month must not be after the last.",
  });

const sumSchema = z.object({
  payments: z.number().int(),
  grossCents: centsSchema,
  /** Refunds, and payments whose dispute is open or lost. */
  refundedCents: centsSchema,
  /** Gross minus these. */
  netCents: centsSchema,
});

export const revenueResponseSchema = z.object({
  currency: z.string(),
  from: monthSchema,
  to: monthSchema,
  total: sumSchema,
  /** Every month of the range, oldest first. */
  months: z.array(sumSchema.extend({ month: monthSchema, trialsStarted: z.number().int() })),
  plans: z.array(sumSchema.extend({ plan: z.string() })),
  trials: z.object({
    started: z.number().int(),
    /** Trials that have neither led to a payment nor ended. */
    running: z.number().int(),
    converted: z.number().int(),
    /** Share of the range's other trials that led to a payment; null without any. */
    conversionRate: z.number().min(0).max(1).nullable(),
  }),
  /** Users with current access, by its source: a plan, a trial or a manual grant. */
  active: z.array(z.object({ plan: z.string(), users: z.number().int() })),
  affiliates: z.object({ conversions: z.number().int(), cents: centsSchema }),
});
export type RevenueResponse = z.infer<typeof revenueResponseSchema>;
