import { isDeepStrictEqual } from "node:util";
import { accessOf, type Access, type AccessRules } from "./access.ts";
import { noSubscription, type Subscription } from "./subscription.ts";
import { withSubscriptionNotices } from "./subscription-notices.ts";

/** Names of the changes that are published. */
export type SubscriptionEvent =
  | "subscription.activated"
  | "subscription.renewed"
  | "subscription.updated"
  | "subscription.past_due"
  | "subscription.canceled"
  | "subscription.expired";

const nameChange = (wasEntitled: boolean, before: Access, after: Access): SubscriptionEvent => {
  if (!wasEntitled && after.entitled) return "subscription.activated";
  if (after.status === "past_due" && before.status !== "past_due") return "subscription.past_due";
  if (wasEntitled && !after.entitled)
    return before.entitled ? "subscription.canceled" : "subscription.expired";
  const grew = (after.periodEnd?.getTime() ?? 0) > (before.periodEnd?.getTime() ?? 0);
  return after.entitled && grew ? "subscription.renewed" : "subscription.updated";
};

const withAccess = (
  subscription: Subscription,
  { entitled, accessUntil }: Access,
): Subscription => {
  const { lapsesAt: _earlier, ...rest } = subscription;
  return { ...rest, entitled, ...(entitled && accessUntil && { lapsesAt: accessUntil }) };
};

/**
 * Runs one transition, notes the mails that it calls for, and names what happened by the access before and after;
 * no change gives undefined.
 */
export const decide = (
  userId: string,
  current: Subscription | undefined,
  transition: (subscription: Subscription) => Subscription,
  now: Date,
  rules: AccessRules,
): { state: Subscription; eventType: SubscriptionEvent } | undefined => {
  const before = current ?? noSubscription(userId);
  const changed = withSubscriptionNotices(before, transition(before), now, rules);
  const after = accessOf(changed, now, rules);
  const next = withAccess(changed, after);
  if (isDeepStrictEqual(before, next)) return undefined;
  const eventType = nameChange(before.entitled, accessOf(before, now, rules), after);
  return { state: next, eventType };
};
