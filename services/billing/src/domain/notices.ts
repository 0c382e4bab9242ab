import type { Plan } from "./plans.ts";

/** A mail to a user, as facts; the words are the mail catalogue's. Money in cents. */
export type Notice =
  | { kind: "trial-started"; endsAt: Date; priceCents: number }
  | {
      kind: "receipt";
      plan: Plan;
      amountCents: number;
      currency: string;
      paidAt: Date;
      renews: boolean;
    }
  | {
      kind: "payment-failed";
      amountCents: number;
      currency: string;
      nextAttemptAt?: Date;
      graceUntil: Date;
    }
  /** `accessUntil` is absent where access ended at once. */
  | { kind: "canceled"; plan: Plan; accessUntil?: Date }
  | { kind: "unpaid-ended" }
  | { kind: "refunded"; amountCents: number; currency: string };

/** Kinds of mail. */
export type NoticeKind = Notice["kind"];
