import { chargedPlan } from "@orbline/proto/constants/plans";
import type { SubscriptionStatus, Tier } from "@orbline/proto/constants/subscription";
import type { Plan } from "../plans.ts";
import {
  currentPlan,
  isEnded,
  type ProviderSource,
  type Source,
  type Subscription,
} from "./subscription.ts";

const dayMs = 86_400_000;

/** How long access continues when the provider may report a change late; milliseconds. */
export type AccessRules = { renewalSlackMs: number; graceMs: number };

/** One day for a late renewal report, three days after a failed charge. */
export const defaultAccessRules: AccessRules = { renewalSlackMs: dayMs, graceMs: 3 * dayMs };

/** Access by one source, or by the best of all sources. Without `accessUntil` it has no end. */
export type Access = {
  status: SubscriptionStatus;
  accessStatus: SubscriptionStatus | "trialing";
  tier: Tier;
  plan: Plan | "manual" | "";
  entitled: boolean;
  cancelAtPeriodEnd: boolean;
  accessUntil?: Date | undefined;
  periodEnd?: Date | undefined;
  graceUntil?: Date | undefined;
  nextAttemptAt?: Date | undefined;
};

const tiers = { trial: "premium_trial", monthly: "premium", annual: "premium_annual" } as const;

const fullAccess = {
  status: "active",
  accessStatus: "active",
  tier: "premium",
  entitled: true,
} as const;

const refusedOrder = { past_due: 3, canceled: 2, none: 1, active: 0 } as const;

/** Access by the best of all sources at a moment. */
export function accessOf(
  subscription: Pick<Subscription, "sources">,
  now: Date,
  rules: AccessRules = defaultAccessRules,
): Access {
  return bestSource(subscription, now, rules)?.access ?? noAccess("none");
}

/** The source with the best access at a moment, and that access. */
export function bestSource(
  { sources }: Pick<Subscription, "sources">,
  now: Date,
  rules: AccessRules,
): { source: Source; access: Access } | undefined {
  let best: { source: Source; access: Access } | undefined;
  for (const source of sources) {
    const access = sourceAccess(source, now, rules);
    if (!best || isBetter(access, best.access)) best = { source, access };
  }
  return best;
}

/** Whether a source gives access at a moment. */
export function isLive(source: Source, now: Date, rules: AccessRules): boolean {
  return sourceAccess(source, now, rules).entitled;
}

/** Whether a paid source gives access; a manual grant never blocks a purchase. */
export function hasPaidSource(subscription: Subscription, now: Date, rules: AccessRules): boolean {
  return subscription.sources.some(
    (source) => source.kind !== "manual" && isLive(source, now, rules),
  );
}

/** Access by one source at a moment. */
export function sourceAccess(source: Source, now: Date, rules: AccessRules): Access {
  if (isEnded(source)) return noAccess("canceled");
  switch (source.kind) {
    case "provider":
      return providerAccess(source, now, rules);
    case "lifetime":
      return { ...fullAccess, plan: "lifetime", cancelAtPeriodEnd: false };
    case "manual": {
      const { until } = source;
      if (now >= until) return noAccess("none");
      const dates = { accessUntil: until, periodEnd: until };
      return { ...fullAccess, plan: "manual", cancelAtPeriodEnd: true, ...dates };
    }
  }
}

function providerAccess(source: ProviderSource, now: Date, rules: AccessRules): Access {
  switch (source.status) {
    case "trialing":
    case "active":
      return runningAccess(source, now, rules);
    case "past_due":
      return pastDueAccess(source, now, rules);
    case "unpaid":
    case "paused":
      return { ...noAccess("past_due"), periodEnd: source.periodEnd };
    case "canceled":
      return noAccess("canceled");
    case "incomplete":
    case "incomplete_expired":
      return noAccess("none");
  }
}

function runningAccess(source: ProviderSource, now: Date, rules: AccessRules): Access {
  const { periodEnd, cancelAtPeriodEnd } = source;
  const accessUntil = cancelAtPeriodEnd ? periodEnd : plus(periodEnd, rules.renewalSlackMs);
  if (now >= accessUntil) return { ...noAccess("canceled"), periodEnd };
  const isTrial = source.status === "trialing";
  const plan = currentPlan(source);
  return {
    status: "active",
    accessStatus: isTrial ? "trialing" : "active",
    tier: isTrial || (source.isUnpaid && isFirstCharge(source)) ? "premium_trial" : tiers[plan],
    plan,
    entitled: true,
    cancelAtPeriodEnd,
    accessUntil,
    periodEnd,
  };
}

function pastDueAccess(source: ProviderSource, now: Date, rules: AccessRules): Access {
  const graceUntil = plus(source.firstFailedAt ?? source.fetchedAt, rules.graceMs);
  const { periodEnd, nextAttemptAt } = source;
  if (now >= graceUntil) return { ...noAccess("past_due"), periodEnd, nextAttemptAt };
  const plan = chargedPlan[source.plan];
  const isTrial = isFirstCharge(source);
  return {
    status: "past_due",
    accessStatus: isTrial ? "trialing" : "active",
    tier: tiers[isTrial ? "trial" : plan],
    plan,
    entitled: true,
    cancelAtPeriodEnd: source.cancelAtPeriodEnd,
    accessUntil: graceUntil,
    periodEnd,
    graceUntil,
    nextAttemptAt,
  };
}

/**
 * Whether a subscription's period is the first one after its trial. Until it is paid, the user has the trial's tier, also
 * after a change of the plan during the trial.
 */
function isFirstCharge({ trialEnd, periodStart }: ProviderSource): boolean {
  return trialEnd !== undefined && periodStart <= trialEnd;
}

function noAccess(status: "past_due" | "canceled" | "none"): Access {
  return {
    status,
    accessStatus: status,
    tier: "free",
    plan: "",
    entitled: false,
    cancelAtPeriodEnd: false,
  };
}

function isBetter(one: Access, other: Access): boolean {
  if (one.entitled !== other.entitled) return one.entitled;
  if (!one.entitled) return refusedOrder[one.status] > refusedOrder[other.status];
  const endOf = ({ accessUntil }: Access) => accessUntil?.getTime() ?? Number.POSITIVE_INFINITY;
  return endOf(one) > endOf(other);
}

function plus(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}
