import { scheduleEffect } from "../effects.ts";
import { type AccessRules, isLive } from "./access.ts";
import {
  isEnded,
  isFinal,
  isRefused,
  isSelfExcluded,
  renews,
  providerSources,
  type ProviderSource,
  type Subscription,
} from "./subscription.ts";

/**
 * Stops every subscription that would take money for nothing: a canceled one whose newest invoice is unpaid, and one
 * that renews although it has ended here or its user is self-excluded. It does not matter who canceled it, or where. The
 * effect ends it with its paid period, or at once while its newest invoice is unpaid. Safe to repeat.
 */
export function stopCharges(subscription: Subscription, now: Date): Subscription {
  const isExcluded = isSelfExcluded(subscription, now);
  return stopEach(subscription, (source) => isExcluded || isEnded(source));
}

/**
 * Stops every subscription that gives no access beside one that does: a new purchase has replaced it. It may wait for a
 * retry of its charge, which would bring it back.
 */
export function stopReplaced(subscription: Subscription, now: Date, rules: AccessRules) {
  const isRunning = (source: ProviderSource) => isLive(source, now, rules);
  if (!providerSources(subscription).some(isRunning)) return subscription;
  return stopEach(subscription, (source) => !isRunning(source) && source.status !== "incomplete");
}

/** Stops subscriptions that may not renew, and canceled ones that are unpaid. Pending effects end the others. */
function stopEach(
  subscription: Subscription,
  mayNotRenew: (source: ProviderSource) => boolean,
): Subscription {
  const ending = new Set(subscription.effects.map(({ objectId }) => objectId));
  return providerSources(subscription)
    .filter(({ id }) => !ending.has(id) && !isRefused(subscription, id))
    .filter((source) => {
      const isCanceled = source.cancelAtPeriodEnd || isFinal(source);
      return (isCanceled && source.isUnpaid) || (renews(source) && mayNotRenew(source));
    })
    .reduce(
      (state, { id: objectId }) => scheduleEffect(state, { kind: "stop-at-period-end", objectId }),
      subscription,
    );
}
