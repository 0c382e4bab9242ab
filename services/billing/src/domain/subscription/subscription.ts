import { chargedPlan } from "@orbline/proto/constants/plans";
import { type Effect, type RefusalEffect, scheduleEffect } from "../effects.ts";
import type { Plan } from "../plans.ts";

/** Statuses of a subscription at the payment provider. */
export type ProviderStatus =
  | "incomplete"
  | "incomplete_expired"
  | "trialing"
  | "active"
  | "past_due"
  | "unpaid"
  | "paused"
  | "canceled";

/** A subscription as the provider returned it at `fetchedAt`. */
export type ProviderSnapshot = {
  id: string;
  customerId: string;
  status: ProviderStatus;
  /** undefined for a price at whose interval no plan renews. */
  plan: Exclude<Plan, "lifetime"> | undefined;
  createdAt: Date;
  /** When its trial ends or ended, also after a change of the plan; absent without a trial. */
  trialEnd?: Date | undefined;
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** Whether it is canceled as of a date after the current period, and renews until then. */
  renewsUntilDate?: boolean | undefined;
  /** Whether the newest invoice waits for its charge, for a retry, or for the customer. */
  isUnpaid?: boolean | undefined;
  /** First failed charge since the last paid invoice, while the newest one is unpaid. */
  failedAt?: Date | undefined;
  /** When the provider retries a failed charge. */
  nextAttemptAt?: Date | undefined;
  fetchedAt: Date;
};

/** State at `fetchedAt` of a payment that was once refunded or disputed. */
export type Reversal = {
  paymentId: string;
  state: "refunded" | "disputed" | "kept";
  fetchedAt: Date;
};

/** A recurring subscription at the provider; `endedAt` is set when we end it, whatever the provider reports. */
export type ProviderSource = { kind: "provider" } & ProviderSnapshot & {
    plan: Exclude<Plan, "lifetime">;
    /** First failed charge since the last paid one. */
    firstFailedAt?: Date | undefined;
    endedAt?: Date | undefined;
    reversals?: Reversal[] | undefined;
  };

/** A single payment that gives access without an end. */
export type LifetimeSource = {
  kind: "lifetime";
  id: string;
  customerId?: string | undefined;
  paidAt: Date;
  endedAt?: Date | undefined;
  reversals?: Reversal[] | undefined;
};

/** Access that an admin granted for a number of days. */
export type ManualSource = {
  kind: "manual";
  id: `manual_${string}`;
  until: Date;
  endedAt?: Date | undefined;
};

/** One reason why a user has access. */
export type Source = ProviderSource | LifetimeSource | ManualSource;

/** A subscription or payment that billing undid at once, with the reason for its success page. */
export type Refusal = Pick<RefusalEffect, "objectId" | "reason">;

/** The access of one user with all its sources and pending effects. */
export type Subscription = {
  userId: string;
  /** The customer at the provider for new purchases. */
  customerId?: string | undefined;
  /** Other customers at the provider that belong to the user; each contains a name and an address. */
  otherCustomerIds?: string[] | undefined;
  sources: Source[];
  effects: Effect[];
  effectsDueAt?: Date | undefined;
  refusals: Refusal[];
  trialUsedAt?: Date | undefined;
  /** The first payment that succeeded; an affiliate conversion counts it. */
  firstPaymentId?: string | undefined;
  /** When the first payment after a trial succeeded. */
  trialConvertedAt?: Date | undefined;
  /** No purchase and no renewal until then: the user's self-exclusion, as prediction has published it. */
  selfExcludedUntil?: Date | undefined;
  /** When billing learned of that self-exclusion. */
  selfExcludedAt?: Date | undefined;
  /** When the account was deleted. From then on only pending effects are kept, and in the end this mark alone. */
  erasedAt?: Date | undefined;
  /** Ids of the latest commands, newest last, so that a repeated call changes nothing. */
  processedCommandIds: string[];
  /** Whether the user had access when this state was stored; the access may have ended by its date since. */
  entitled: boolean;
  /** When access ends by its date; absent without access or without an end. */
  lapsesAt?: Date | undefined;
};

/** A user without any purchase. */
export function noSubscription(userId: string): Subscription {
  return {
    userId,
    sources: [],
    effects: [],
    refusals: [],
    processedCommandIds: [],
    entitled: false,
  };
}

/** Whether a source gives no access whatever the provider reports: we ended it, or its payment was reversed. */
export function isEnded(source: Source): boolean {
  if (source.endedAt) return true;
  return source.kind !== "manual" && !!source.reversals?.some(({ state }) => state !== "kept");
}

/** Whether the user has lifetime access. */
export function hasLifetime({ sources }: Subscription): boolean {
  return sources.some((source) => source.kind === "lifetime" && !isEnded(source));
}

/** Whether the provider charges another period, if nobody cancels. */
export function renews(
  source: Pick<ProviderSnapshot, "status" | "cancelAtPeriodEnd" | "renewsUntilDate">,
): boolean {
  return !isFinal(source) && (!source.cancelAtPeriodEnd || source.renewsUntilDate === true);
}

/** Whether the provider can never charge this subscription again. */
export function isFinal({ status }: Pick<ProviderSnapshot, "status">): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** The plan of a subscription now. The provider keeps the name of the trial after the trial has become a paid plan. */
export function currentPlan({ status, plan }: Pick<ProviderSource, "status" | "plan">) {
  return status === "trialing" ? plan : chargedPlan[plan];
}

/** The subscriptions at the provider among the sources. */
export function providerSources({ sources }: Pick<Subscription, "sources">): ProviderSource[] {
  return sources.filter((source) => source.kind === "provider");
}

/** Whether the user may neither buy nor renew a plan. */
export function isSelfExcluded({ selfExcludedUntil }: Subscription, now: Date): boolean {
  return selfExcludedUntil !== undefined && now < selfExcludedUntil;
}

/** Replaces the source with the same id, or adds the source. */
export function replaceSource(sources: Source[], next: Source): Source[] {
  return sources.some(({ id }) => id === next.id)
    ? sources.map((source) => (source.id === next.id ? next : source))
    : [...sources, next];
}

/** Ends one source, whatever the provider reports later. */
export function endSource(subscription: Subscription, source: Source, now: Date): Subscription {
  const sources = replaceSource(subscription.sources, { ...source, endedAt: now });
  return { ...subscription, sources };
}

/** Ends every subscription beside a lifetime purchase that the provider could still charge, even by a retry. */
export function endProviderSources(subscription: Subscription, now: Date): Subscription {
  let state = subscription;
  for (const source of providerSources(subscription)) {
    if (source.endedAt || isFinal(source)) continue;
    const ended = endSource(state, source, now);
    state = scheduleEffect(ended, { kind: "cancel", objectId: source.id, reason: "lifetime" });
  }
  return state;
}

/** Every customer at the provider that belongs to the user. */
export function customersOf({ customerId, otherCustomerIds = [] }: Subscription): string[] {
  return customerId ? [customerId, ...otherCustomerIds] : otherCustomerIds;
}

/** Adds a customer beside the primary one. */
export function addCustomer(subscription: Subscription, id: string | undefined): Subscription {
  if (!id || customersOf(subscription).includes(id)) return subscription;
  const otherCustomerIds = [...(subscription.otherCustomerIds ?? []), id];
  return { ...subscription, otherCustomerIds };
}

/** Makes a customer the primary one and keeps the others. */
export function setPrimaryCustomer(subscription: Subscription, id: string): Subscription {
  const others = customersOf(subscription).filter((other) => other !== id);
  const otherCustomerIds = others.length > 0 ? others : undefined;
  return { ...subscription, customerId: id, otherCustomerIds };
}

/** Whether a purchase was refused before and therefore stays refused. */
export function isRefused({ refusals }: Subscription, objectId: string): boolean {
  return refusals.some((refusal) => refusal.objectId === objectId);
}

/** Undoes a purchase: records the reason for its success page and schedules the effect that undoes it. */
export function refuse(subscription: Subscription, effect: RefusalEffect): Subscription {
  const { objectId, reason } = effect;
  const refusals = [...subscription.refusals, { objectId, reason }];
  return scheduleEffect({ ...subscription, refusals }, effect);
}
