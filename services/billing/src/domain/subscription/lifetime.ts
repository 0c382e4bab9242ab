import { scheduleEffect } from "../effects.ts";
import {
  endSource,
  hasLifetime,
  isFinal,
  isRefused,
  providerSources,
  refuse,
  setPrimaryCustomer,
  type LifetimeSource,
  type Subscription,
} from "./subscription.ts";

/**
 * Adds a lifetime purchase; every subscription at the provider ends and is canceled there. A second one is refunded.
 * Safe to repeat.
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

/** Ends every subscription that the provider could still charge for, also when a failed charge is being retried. */
function endProviderSources(subscription: Subscription, now: Date): Subscription {
  let state = subscription;
  for (const source of providerSources(subscription)) {
    if (source.endedAt || isFinal(source)) continue;
    const ended = endSource(state, source, now);
    state = scheduleEffect(ended, { kind: "cancel", objectId: source.id, reason: "lifetime" });
  }
  return state;
}
