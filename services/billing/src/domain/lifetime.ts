import { withCustomer } from "./customers.ts";
import { addDuty, isRefused, refuse } from "./duties.ts";
import { endSource, hasLifetime, isFinal } from "./sources.ts";
import type { LifetimeSource, Subscription } from "./subscription.ts";

/** Ends what the provider could still charge for, also where a failed charge is being retried. */
const endProviderSources = (subscription: Subscription, now: Date): Subscription =>
  subscription.sources
    .filter((source) => source.kind === "provider")
    .filter((source) => !source.endedAt && !isFinal(source))
    .reduce(
      (state, source) =>
        addDuty(endSource(state, source, now), {
          kind: "cancel",
          objectId: source.id,
          reason: "lifetime",
        }),
      subscription,
    );

/**
 * Adds a lifetime purchase; every subscription at the provider ends and is owed a cancellation. A second one is
 * given back, and so is one for an account that is leaving. Safe to repeat.
 */
export const applyLifetime = (
  subscription: Subscription,
  { id, customerId, paidAt }: Pick<LifetimeSource, "id" | "customerId" | "paidAt">,
  now: Date,
): Subscription => {
  const isKnown = subscription.sources.some((source) => source.id === id);
  if (isKnown || isRefused(subscription, id)) return subscription;
  if (subscription.erasedAt)
    return refuse(subscription, { kind: "refund", objectId: id, reason: "erased" });
  if (hasLifetime(subscription))
    return refuse(subscription, { kind: "refund", objectId: id, reason: "duplicate" });
  const customer = customerId && { customerId };
  const sources = [...subscription.sources, { kind: "lifetime" as const, id, paidAt, ...customer }];
  const buyer = customerId ? withCustomer(subscription, customerId) : subscription;
  return endProviderSources({ ...buyer, sources }, now);
};
