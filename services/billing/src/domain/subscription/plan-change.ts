import { type ChangeablePlan, chargedPlan } from "@orbline/proto/constants/plans";
import { AppError } from "@orbline/kit/errors";
import type { Plan } from "../plans.ts";
import {
  currentPlan,
  isEnded,
  isFinal,
  providerSources,
  type ProviderSource,
  type Subscription,
} from "./subscription.ts";

/** The next charge: at `periodEnd`, unless `cancelAtPeriodEnd`. */
export type Recurring = {
  plan: Plan;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** The newest invoice is unpaid, so that a cancellation ends the plan at once. */
  isUnpaid: boolean;
};

/** How long the amounts of a preview stay valid; milliseconds. */
const previewHoldsMs = 10 * 60_000;

/** The part of a period after a change of plan that the next change bills at least; milliseconds. */
const leastBilledMs = 3_600_000;

/** The subscriptions that the provider can still charge, even after a failed charge, oldest first. */
export function findAllRenewing(subscription: Pick<Subscription, "sources">): ProviderSource[] {
  return providerSources(subscription)
    .filter((source) => !isEnded(source) && !isFinal(source) && source.status !== "incomplete")
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

/** The subscription that the provider would charge next; the newest of several. */
export function findRenewing(
  subscription: Pick<Subscription, "sources">,
): ProviderSource | undefined {
  return findAllRenewing(subscription).at(-1);
}

/** The subscription that the provider charges next, even when another source gives the access. */
export function recurringOf(subscription: Pick<Subscription, "sources">): Recurring | undefined {
  const source = findRenewing(subscription);
  if (!source) return undefined;
  const { periodEnd, cancelAtPeriodEnd, isUnpaid = false } = source;
  return { plan: currentPlan(source), periodEnd, cancelAtPeriodEnd, isUnpaid };
}

/** The subscription whose plan may change to this one. @throws conflict with a text for the user when there is none */
export function findChangeable(
  subscription: Pick<Subscription, "sources"> | undefined,
  plan: ChangeablePlan,
): ProviderSource {
  const source = subscription && findRenewing(subscription);
  if (!source) return refuseChange("subscription.none", "There is no subscription to change.");
  if (source.status === "past_due" || source.status === "unpaid")
    return refuseChange("subscription.past-due", "Please pay your open invoice first.");
  if (chargedPlan[source.plan] === plan)
    return refuseChange("plan.same", "You already have this plan.");
  return source;
}

/** The moment from which the provider prorates a change: that of the preview. @throws conflict for an old preview */
export function prorationMoment(sent: Date | undefined, now: Date): Date {
  if (!sent) return now;
  const ageMs = now.getTime() - sent.getTime();
  if (ageMs >= 0 && ageMs <= previewHoldsMs) return sent;
  const text = "These amounts are out of date. Please review them again.";
  return refuseChange("preview.old", text);
}

/**
 * The moment up to which a change that is prorated from `at` bills the current period. It bills at least an hour of a
 * period that began with a change: old previews and rounding would else make many quick changes free of charge.
 */
export function billedUntil(
  at: Date,
  { createdAt, periodStart }: Pick<ProviderSource, "createdAt" | "periodStart">,
): Date {
  if (periodStart <= createdAt) return at;
  return new Date(Math.max(at.getTime(), periodStart.getTime() + leastBilledMs));
}

function refuseChange(code: string, text: string): never {
  throw new AppError("conflict", code, text);
}
