/** How a payment can stand. */
export const paymentStatuses = ["succeeded", "failed", "refunded", "disputed"] as const;
/** One of `paymentStatuses`. */
export type PaymentStatus = (typeof paymentStatuses)[number];

/** A payment as billing tells it; money in cents. */
export type Payment = {
  id: string;
  /** Empty where the account is gone. */
  userId: string;
  plan: string;
  status: PaymentStatus;
  amountCents: number;
  refundedCents: number;
  currency: string;
  createdAt: Date;
  paidAt?: Date;
  failedAttempts: number;
  affiliateCode?: string;
};

/** What some payments add up to; cents. */
export type PaymentSum = { payments: number; grossCents: number; refundedCents: number };

/** What was earned in some months, how trials went, and who has access now. */
export type Figures = {
  currency: string;
  months: (PaymentSum & { month: string; trialsStarted: number })[];
  plans: (PaymentSum & { plan: string })[];
  active: { plan: string; users: number }[];
  trials: { started: number; converted: number };
  affiliates: { conversions: number; cents: number };
};

/** Several sums as one; exact, as cents are whole. */
export const addUp = (sums: readonly PaymentSum[]): PaymentSum => ({
  payments: sums.reduce((sum, { payments }) => sum + payments, 0),
  grossCents: sums.reduce((sum, { grossCents }) => sum + grossCents, 0),
  refundedCents: sums.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
});

/** The month of a moment in UTC, moved by whole months, e.g. "2026-11". */
export const monthOf = (time: Date, offset = 0): string =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + offset)).toISOString().slice(0, 7);
