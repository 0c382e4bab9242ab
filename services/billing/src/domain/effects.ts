import type { PaidPlan } from "@orbline/proto/constants/plans";
import type { Plan } from "./plans.ts";

/** A purchase that billing undoes at once, and the reason that its success page shows. */
export type RefusalEffect =
  | {
      kind: "cancel-and-refund";
      /** Id of the subscription. */
      objectId: string;
      reason: "duplicate" | "trial-used" | "unclaimed" | "self-excluded";
    }
  | {
      kind: "refund";
      /** Id of the payment. */
      objectId: string;
      reason: "duplicate" | "unclaimed" | "self-excluded";
    };

/**
 * A pending effect: something that the provider must still do, or an email that must still be sent. It is stored with
 * the change that causes it and removed when it is done, so that a crash cannot lose it. `dueAt` delays it.
 */
export type Effect = { dueAt?: Date | undefined } & (
  | RefusalEffect
  /** Refunds a charge of a plan that had ended here or whose user is self-excluded. `objectId` is the id of the payment. */
  | { kind: "refund"; objectId: string; reason: "ended" }
  | { kind: "cancel"; objectId: string; reason: "lifetime" | "refunded" | "erased" }
  /** Ends a subscription with its paid period, or at once while its newest invoice is unpaid. */
  | { kind: "stop-at-period-end"; objectId: string }
  | {
      kind: "create-customer";
      /** The idempotency key of the request. */
      objectId: string;
      email?: string | undefined;
      /** Id of a customer that was deleted at the provider. */
      replaces?: string | undefined;
    }
  /** `objectId` is the id of the customer. */
  | { kind: "erase-customer"; objectId: string }
  /** Erases the data that requests stored while the deletion ran. `objectId` is the id of the user. */
  | { kind: "erase-records"; objectId: string }
  /**
   * Keeps the self-exclusion of an erased user by the hash of the email address. `objectId` is its end in ISO 8601, so that
   * a later end is another effect.
   */
  | { kind: "exclude-address"; objectId: string; addressHash: string }
  /**
   * Ends the time in which a self-exclusion of an erased user may still be reported. `objectId` is the hash of the email
   * address, which is known here alone.
   */
  | { kind: "forget-address"; objectId: string }
  /** `objectId` is the id of the command that ordered the refund. */
  | { kind: "refund-part"; objectId: string; amountCents: number }
  /** The customer's credit follows a payment that is reversed or restored. `objectId` is the payment's new status. */
  | { kind: "revoke-credit"; objectId: string }
  /** `objectId` is the id of the email; each id is sent once. */
  | { kind: "email"; objectId: string; email: EmailFacts }
);

/** Facts of an email to a user; `mail/texts.ts` holds the text. Money in cents. */
export type EmailFacts =
  | { kind: "trial-started"; endsAt: Date; priceCents: number }
  | {
      kind: "receipt";
      plan: PaidPlan;
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
      /** Absent when the days of grace are over. */
      graceUntil?: Date | undefined;
    }
  | {
      kind: "canceled";
      plan: Plan;
      /** Absent when access ended at once. */
      accessUntil?: Date | undefined;
      /** The end of the self-exclusion that stopped the renewal. */
      excludedUntil?: Date | undefined;
    }
  | { kind: "unpaid-ended" }
  | {
      kind: "refunded";
      amountCents: number;
      currency: string;
      /** The refunded payment. Absent in effects of earlier releases. */
      plan?: PaidPlan | undefined;
      paidAt?: Date | undefined;
    };

export type EmailKind = EmailFacts["kind"];

/** Pending effects, and the next time to run them: when the first is due, or when a running attempt times out. */
export type EffectState = { effects: Effect[]; effectsDueAt?: Date | undefined };

/** Schedules an effect once; keeps an existing one of the same kind and object unchanged. */
export function scheduleEffect<State extends { effects: Effect[] }>(
  state: State,
  effect: Effect,
): State {
  if (state.effects.some((known) => isSame(known, effect))) return state;
  return { ...state, effects: [...state.effects, effect] };
}

/** Removes an effect that is done. */
export function removeEffect<State extends { effects: Effect[] }>(
  state: State,
  done: Effect,
): State {
  return { ...state, effects: state.effects.filter((effect) => !isSame(effect, done)) };
}

/**
 * When the effects of a changed state are due: at once for a new effect, else at the old date, which may be the end
 * of a running attempt. Undefined without effects.
 */
export function effectsDueAt(
  before: EffectState | undefined,
  { effects }: EffectState,
  now: Date,
): Date | undefined {
  const dueAt = (some: Effect[]) => Math.min(...some.map((one) => (one.dueAt ?? now).getTime()));
  const isNew = (effect: Effect) => !before?.effects.some((known) => isSame(known, effect));
  const first = dueAt(effects);
  if (first === Number.POSITIVE_INFINITY) return undefined;
  const planned = first > now.getTime() ? first : (before?.effectsDueAt?.getTime() ?? first);
  return new Date(Math.min(planned, dueAt(effects.filter(isNew))));
}

function isSame(one: Effect, other: Effect): boolean {
  return one.kind === other.kind && one.objectId === other.objectId;
}
