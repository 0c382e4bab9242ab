import { customersOf } from "./customers.ts";
import { addDuty } from "./duties.ts";
import { endSource, isFinal } from "./sources.ts";
import type { Subscription } from "./subscription.ts";

/**
 * Ends all access of a user who is leaving; what the provider could still charge for is owed a cancellation now, and
 * what it knows of the user is to go after that.
 */
export const erase = (subscription: Subscription, now: Date): Subscription => {
  if (subscription.erasedAt) return subscription;
  const leaving: Subscription = { ...subscription, erasedAt: now };
  const ended = subscription.sources.reduce<Subscription>((state, source) => {
    const next = source.endedAt ? state : endSource(state, source, now);
    if (source.kind !== "provider" || isFinal(source)) return next;
    return addDuty(next, { kind: "cancel", objectId: source.id, reason: "erased" });
  }, leaving);
  return customersOf(subscription).reduce(
    (state, objectId) => addDuty(state, { kind: "erase-customer", objectId, reason: "erased" }),
    ended,
  );
};

/** Whether nothing is left to do for a user who has left: the aggregate can go. */
export const isErased = ({ erasedAt, duties }: Subscription): boolean =>
  !!erasedAt && duties.length === 0;
