import { addDuty } from "./duties.ts";
import { endSource, isFinal } from "./sources.ts";
import type { Subscription } from "./subscription.ts";

/** Ends all access of a user who is leaving; what the provider could still charge for is owed a cancellation now. */
export const erase = (subscription: Subscription, now: Date): Subscription => {
  if (subscription.erasedAt) return subscription;
  const leaving: Subscription = { ...subscription, erasedAt: now };
  return subscription.sources.reduce<Subscription>((state, source) => {
    const ended = source.endedAt ? state : endSource(state, source, now);
    if (source.kind !== "provider" || isFinal(source)) return ended;
    return addDuty(ended, { kind: "cancel", objectId: source.id, reason: "erased" });
  }, leaving);
};

/** Whether nothing is left to do for a user who has left: the aggregate can go. */
export const isErased = ({ erasedAt, duties }: Subscription): boolean =>
  !!erasedAt && duties.length === 0;
