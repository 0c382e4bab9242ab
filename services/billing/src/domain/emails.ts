import type { Plan } from "./plans.ts";

/** Facts of an email to a user; `mail/texts.ts` holds the words. Money in cents. */
export type EmailFacts =
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
      nextAttemptAt?: Date | undefined;
      graceUntil: Date;
    }
  /** Without `accessUntil` access ended at once. */
  | { kind: "canceled"; plan: Plan; accessUntil?: Date | undefined }
  | { kind: "unpaid-ended" }
  | { kind: "refunded"; amountCents: number; currency: string };

export type EmailKind = EmailFacts["kind"];
