import { AppError } from "@orbline/kit/errors";
import type { RefusalEffect } from "../effects.ts";
import { type AccessRules, isLive } from "./access.ts";
import { stopCharges, stopReplaced } from "./stop-charges.ts";
import {
  addCustomer,
  endProviderSources,
  endSource,
  hasLifetime,
  isFinal,
  isRefused,
  isSelfExcluded,
  providerSources,
  refuse,
  replaceSource,
  setPrimaryCustomer,
  type LifetimeSource,
  type ProviderSnapshot,
  type ProviderSource,
  type Subscription,
} from "./subscription.ts";

/**
 * Applies a subscription snapshot from the provider. Ignores older snapshots and changes after the end. Of two
 * running subscriptions the older one stays, and the newer one is canceled and refunded; beside a lifetime purchase
 * every one is. Refuses an account's second trial. Stops what would take money for nothing. Safe to repeat.
 * @throws internal for a subscription that renews as no plan does, for example every week
 */
export function applyProviderSubscription(
  subscription: Subscription,
  snapshot: ProviderSnapshot,
  now: Date,
  rules: AccessRules,
): Subscription {
  if (isRefused(subscription, snapshot.id)) return subscription;
  if (isSecondTrial(subscription, snapshot)) return refuseTrial(subscription, snapshot.id);
  const applied = cancelDuplicates(applySnapshot(subscription, snapshot, now), now, rules);
  const owned = keepCustomer(subscription, applied, snapshot);
  return stopReplaced(stopCharges(owned, now), now, rules);
}

/** Whether this is the account's first trial; only then does its card matter. */
export function isNewTrial(subscription: Subscription, objectId: string): boolean {
  return (
    !subscription.trialUsedAt &&
    !findSource(subscription, objectId) &&
    !isRefused(subscription, objectId)
  );
}

/** Refuses a second trial of an account or a card: cancels it at once, without a charge. */
export function refuseTrial(subscription: Subscription, objectId: string): Subscription {
  if (isRefused(subscription, objectId)) return subscription;
  return refuse(subscription, { kind: "cancel-and-refund", objectId, reason: "trial-used" });
}

/**
 * Refuses a new purchase during a self-exclusion of the user or of the address that pays: cancels and refunds it. Returns
 * undefined for any other purchase, also for one that took effect before the self-exclusion.
 */
export function refuseDuringExclusion(
  subscription: Subscription,
  purchase: Pick<RefusalEffect, "kind" | "objectId">,
  now: Date,
  isAddressExcluded = false,
): Subscription | undefined {
  if (!isAddressExcluded && !isSelfExcluded(subscription, now)) return undefined;
  if (subscription.sources.some(({ id }) => id === purchase.objectId)) return undefined;
  if (isRefused(subscription, purchase.objectId)) return undefined;
  return refuse(subscription, { ...purchase, reason: "self-excluded" });
}

/**
 * Adds a lifetime purchase, and ends and cancels every subscription at the provider. Refunds a second lifetime
 * purchase. Safe to repeat.
 */
export function applyLifetime(
  subscription: Subscription,
  { id, customerId, paidAt }: Pick<LifetimeSource, "id" | "customerId" | "paidAt">,
  now: Date,
): Subscription {
  const isKnown = subscription.sources.some((source) => source.id === id);
  if (isKnown || isRefused(subscription, id)) return subscription;
  if (hasLifetime(subscription))
    return refuse(subscription, { kind: "refund", objectId: id, reason: "duplicate" });
  const source: LifetimeSource = { kind: "lifetime", id, paidAt, customerId };
  const buyer = customerId ? setPrimaryCustomer(subscription, customerId) : subscription;
  return endProviderSources({ ...buyer, sources: [...subscription.sources, source] }, now);
}

function isSecondTrial(subscription: Subscription, { id, plan }: ProviderSnapshot): boolean {
  return plan === "trial" && !!subscription.trialUsedAt && !findSource(subscription, id);
}

function applySnapshot(
  subscription: Subscription,
  snapshot: ProviderSnapshot,
  now: Date,
): Subscription {
  const known = findSource(subscription, snapshot.id);
  const isRevived = known && isFinal(known) && !isFinal(snapshot);
  if (known && (isRevived || snapshot.fetchedAt < known.fetchedAt)) return subscription;
  const { trialUsedAt } = subscription;
  return {
    ...subscription,
    sources: replaceSource(subscription.sources, toSource(snapshot, known)),
    trialUsedAt: snapshot.plan === "trial" ? (trialUsedAt ?? now) : trialUsedAt,
  };
}

/**
 * Makes the customer of a new subscription the primary one. News of a known one may be about an earlier customer, and a
 * refused one leaves its user with the customer of the subscription that stays.
 */
function keepCustomer(before: Subscription, after: Subscription, snapshot: ProviderSnapshot) {
  const { id, customerId } = snapshot;
  if (findSource(before, id)) return after;
  return isRefused(after, id)
    ? addCustomer(after, customerId)
    : setPrimaryCustomer(after, customerId);
}

function toSource(snapshot: ProviderSnapshot, earlier: ProviderSource | undefined): ProviderSource {
  const { id, plan, status } = snapshot;
  if (!plan) throw new AppError("internal", "subscription.no-plan", `no plan renews as ${id} does`);
  const isFailing = status === "past_due";
  return {
    kind: "provider",
    ...snapshot,
    plan,
    firstFailedAt: isFailing ? firstFailure(snapshot, earlier) : undefined,
    endedAt: earlier?.endedAt,
    reversals: earlier?.reversals,
  };
}

/** The provider's date of the failure, or the time of the snapshot when the provider's clock is ahead of ours. */
function firstFailure(
  { failedAt, fetchedAt }: ProviderSnapshot,
  earlier: ProviderSource | undefined,
): Date {
  return failedAt && failedAt <= fetchedAt ? failedAt : (earlier?.firstFailedAt ?? fetchedAt);
}

/** Keeps the oldest running subscription, or none beside a lifetime purchase, and refuses the others. */
function cancelDuplicates(subscription: Subscription, now: Date, rules: AccessRules): Subscription {
  const running = providerSources(subscription)
    .filter((source) => isLive(source, now, rules))
    .toSorted(byAge);
  const duplicates = hasLifetime(subscription) ? running : running.slice(1);
  return duplicates.reduce(
    (state, source) =>
      refuse(endSource(state, source, now), {
        kind: "cancel-and-refund",
        objectId: source.id,
        reason: "duplicate",
      }),
    subscription,
  );
}

/**
 * The provider's times are whole seconds. If two subscriptions began in the same second, the one stored first is the
 * older.
 */
function byAge(one: ProviderSource, other: ProviderSource): number {
  return one.createdAt.getTime() - other.createdAt.getTime();
}

function findSource(subscription: Subscription, id: string): ProviderSource | undefined {
  return providerSources(subscription).find((source) => source.id === id);
}
