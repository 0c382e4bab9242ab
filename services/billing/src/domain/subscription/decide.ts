import { isDeepStrictEqual } from "node:util";
import { compact } from "../compact.ts";
import { effectsDueAt } from "../effects.ts";
import { accessOf, type Access, type AccessRules } from "./access.ts";
import { withSubscriptionEmails } from "./emails.ts";
import { noSubscription, type Subscription } from "./subscription.ts";

/** Names of the published changes. */
export type SubscriptionEvent =
  | "subscription.activated"
  | "subscription.renewed"
  | "subscription.updated"
  | "subscription.past_due"
  | "subscription.canceled"
  | "subscription.expired";

/**
 * Runs one transition, schedules the emails for its change, and names the change by the access before and after it.
 * Returns undefined when nothing changes.
 */
export function decide(
  userId: string,
  current: Subscription | undefined,
  transition: (subscription: Subscription) => Subscription,
  now: Date,
  rules: AccessRules,
): { state: Subscription; eventType: SubscriptionEvent } | undefined {
  const before = current ?? noSubscription(userId);
  const changed = withSubscriptionEmails(before, transition(before), now, rules);
  const after = accessOf(changed, now, rules);
  const { entitled, accessUntil } = after;
  const lapsesAt = entitled ? accessUntil : undefined;
  const dueAt = effectsDueAt(before, changed, now);
  const state = compact({ ...changed, entitled, lapsesAt, effectsDueAt: dueAt });
  // Every webhook writes its subscription, and in `decidePayment` its payment, because a later `fetchedAt` alone is a
  // change: without it, a snapshot that was fetched in between and arrives last would replace a newer state.
  if (isDeepStrictEqual(before, state)) return undefined;
  return { state, eventType: nameChange(before.entitled, accessOf(before, now, rules), after) };
}

function nameChange(wasEntitled: boolean, before: Access, after: Access): SubscriptionEvent {
  if (!wasEntitled && after.entitled) return "subscription.activated";
  if (after.status === "past_due" && before.status !== "past_due") return "subscription.past_due";
  if (wasEntitled && !after.entitled)
    return before.entitled ? "subscription.canceled" : "subscription.expired";
  const grew = (after.periodEnd?.getTime() ?? 0) > (before.periodEnd?.getTime() ?? 0);
  return after.entitled && grew ? "subscription.renewed" : "subscription.updated";
}
