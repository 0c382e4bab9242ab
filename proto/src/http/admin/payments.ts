import { z } from "zod";
import { commandIdSchema, requiredReasonSchema } from "./users.ts";
import { timeSchema } from "../time.ts";

const centsSchema = z.number().int();

/** Status of a payment; a partial refund leaves it `succeeded` with `refundedCents` above zero. */
export const paymentStatusSchema = z.enum(["succeeded", "failed", "refunded", "disputed"]);

/** Query of GET /api/admin/payments: newest first, keyset pages. */
export const paymentsQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(400).optional(),
  userId: z.string().min(1).max(64).optional(),
  status: paymentStatusSchema.optional(),
});

/** One payment; money in cents, `userId` null where the law keeps an invoice of an account that is gone. */
export const paymentSchema = z.object({
  id: z.string(),
  userId: z.string().nullable(),
  /** Null where the user is not known any more. */
  username: z.string().nullable(),
  plan: z.string(),
  status: paymentStatusSchema,
  amountCents: centsSchema,
  refundedCents: centsSchema,
  currency: z.string(),
  createdAt: timeSchema,
  /** Null while it has not succeeded. */
  paidAt: timeSchema.nullable(),
  failedAttempts: z.number().int(),
  /** Affiliate whose conversion this payment was. */
  affiliateCode: z.string().nullable(),
});
export type Payment = z.infer<typeof paymentSchema>;

/** GET /api/admin/payments. */
export const paymentsResponseSchema = z.object({
  payments: z.array(paymentSchema),
  nextCursor: z.string().nullable(),
});
export type PaymentsResponse = z.infer<typeof paymentsResponseSchema>;

/** POST /api/admin/payments/{id}/refund: all that is left of the payment, or `amountCents` of it. */
export const refundPaymentSchema = z.strictObject({
  reason: requiredReasonSchema,
  amountCents: z
    .number({ message: "The amount must be whole cents." })
    .int("The amount must be whole cents.")
    .min(1, "The amount must be at least one cent.")
    .max(100_000_000, "The amount is too large.")
    .optional(),
  /** Idempotency key of the caller: a repeated one refunds nothing more. */
  commandId: commandIdSchema.optional(),
});
export type RefundPayment = z.infer<typeof refundPaymentSchema>;

/** Response of POST /api/admin/payments/{id}/refund: the payment after the refund. */
export const refundPaymentResponseSchema = z.object({ payment: paymentSchema });
export type RefundPaymentResponse = z.infer<typeof refundPaymentResponseSchema>;

/** Query of GET /api/admin/revenue: whole months in UTC, both included; the last twelve when left out. */
export const revenueQuerySchema = z
  .strictObject({
    from: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, "A month is written 2026-11.")
      .optional(),
    to: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, "A month is written 2026-11.")
      .optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ["from"],
    message: "The first month must not be after the last.",
  });
export type RevenueQuery = z.infer<typeof revenueQuerySchema>;

const sumSchema = z.object({
  payments: z.number().int(),
  grossCents: centsSchema,
  refundedCents: centsSchema,
  /** Gross without refunds. */
  netCents: centsSchema,
});

/**
 * GET /api/admin/revenue: what was paid and given back in these months, and how many of the trials that began in
 * them led to a first payment. `conversionRate` is null while there is no trial.
 */
export const revenueResponseSchema = z.object({
  currency: z.string(),
  from: z.string(),
  to: z.string(),
  total: sumSchema,
  /** Every month of the range, oldest first. */
  months: z.array(sumSchema.extend({ month: z.string(), trialsStarted: z.number().int() })),
  plans: z.array(sumSchema.extend({ plan: z.string() })),
  trials: z.object({
    started: z.number().int(),
    converted: z.number().int(),
    conversionRate: z.number().min(0).max(1).nullable(),
  }),
  /** Users with access now, by what gives it to them: a plan, a trial or a manual grant. */
  active: z.array(z.object({ plan: z.string(), users: z.number().int() })),
  affiliates: z.object({ conversions: z.number().int(), cents: centsSchema }),
});
export type RevenueResponse = z.infer<typeof revenueResponseSchema>;
