import { isEnded, type ProviderSource, type Source, type Subscription } from "./subscription.ts";

const dayMs = 86_400_000;

/** How long access outlives dates that the provider may report late; milliseconds. */
export type AccessRules = { renewalSlackMs: number; graceMs: number };

/** A renewal may be reported a day late; a failed charge leaves three days. */
export const defaultAccessRules: AccessRules = { renewalSlackMs: dayMs, graceMs: 3 * dayMs };

/** What one source, or the best of all, means for the user; an absent `accessUntil` while entitled has no end. */
export type Access = {
  status: "active" | "past_due" | "canceled" | "none";
  accessStatus: "trialing" | "active" | "past_due" | "canceled" | "none";
  tier: "free" | "premium" | "premium_trial" | "premium_annual";
  plan: "trial" | "monthly" | "annual" | "lifetime" | "manual" | "";
  entitled: boolean;
  cancelAtPeriodEnd: boolean;
  accessUntil?: Date;
  periodEnd?: Date;
  graceUntil?: Date;
  nextAttemptAt?: Date;
};

const noAccess = (status: "past_due" | "canceled" | "none"): Access => ({
  status,
  accessStatus: status,
  tier: "free",
  plan: "",
  entitled: false,
  cancelAtPeriodEnd: false,
});

const plus = (date: Date, ms: number) => new Date(date.getTime() + ms);

const tiers = { trial: "premium_trial", monthly: "premium", annual: "premium_annual" } as const;

const runningAccess = (source: ProviderSource, now: Date, rules: AccessRules): Access => {
  const { periodEnd, cancelAtPeriodEnd } = source;
  const accessUntil = cancelAtPeriodEnd ? periodEnd : plus(periodEnd, rules.renewalSlackMs);
  if (now >= accessUntil) return { ...noAccess("canceled"), periodEnd };
  const isTrial = source.status === "trialing";
  const plan = !isTrial && source.plan === "trial" ? "monthly" : source.plan;
  return {
    status: "active",
    accessStatus: isTrial ? "trialing" : "active",
    tier: isTrial ? "premium_trial" : tiers[plan],
    plan,
    entitled: true,
    cancelAtPeriodEnd,
    accessUntil,
    periodEnd,
  };
};

const nextAttempt = ({ nextAttemptAt }: ProviderSource) => nextAttemptAt && { nextAttemptAt };

const pastDueAccess = (source: ProviderSource, now: Date, rules: AccessRules): Access => {
  const graceUntil = plus(source.firstFailedAt ?? source.fetchedAt, rules.graceMs);
  const { periodEnd } = source;
  if (now >= graceUntil) return { ...noAccess("past_due"), periodEnd, ...nextAttempt(source) };
  const plan = source.plan === "trial" ? "monthly" : source.plan;
  return {
    status: "past_due",
    accessStatus: "active",
    tier: tiers[plan],
    plan,
    entitled: true,
    cancelAtPeriodEnd: source.cancelAtPeriodEnd,
    accessUntil: graceUntil,
    periodEnd,
    graceUntil,
    ...nextAttempt(source),
  };
};

const providerAccess = (source: ProviderSource, now: Date, rules: AccessRules): Access => {
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
};

/** What one source means at a moment. */
export const sourceAccess = (source: Source, now: Date, rules: AccessRules): Access => {
  if (isEnded(source)) return noAccess("canceled");
  switch (source.kind) {
    case "provider":
      return providerAccess(source, now, rules);
    case "lifetime":
      return {
        ...noAccess("none"),
        status: "active",
        accessStatus: "active",
        tier: "premium",
        plan: "lifetime",
        entitled: true,
      };
    case "manual":
      if (now >= source.until) return noAccess("none");
      return {
        status: "active",
        accessStatus: "active",
        tier: "premium",
        plan: "manual",
        entitled: true,
        cancelAtPeriodEnd: true,
        accessUntil: source.until,
        periodEnd: source.until,
      };
  }
};

const refusedOrder = { past_due: 3, canceled: 2, none: 1, active: 0 } as const;

const isBetter = (one: Access, other: Access): boolean => {
  if (one.entitled !== other.entitled) return one.entitled;
  if (!one.entitled) return refusedOrder[one.status] > refusedOrder[other.status];
  const endOf = ({ accessUntil }: Access) => accessUntil?.getTime() ?? Number.POSITIVE_INFINITY;
  return endOf(one) > endOf(other);
};

/** The source that counts at a moment, with what it means. */
export const bestSource = (
  { sources }: Pick<Subscription, "sources">,
  now: Date,
  rules: AccessRules,
): { source: Source; access: Access } | undefined =>
  sources
    .map((source) => ({ source, access: sourceAccess(source, now, rules) }))
    .reduce<{ source: Source; access: Access } | undefined>(
      (best, next) => (best && !isBetter(next.access, best.access) ? best : next),
      undefined,
    );

/** What all sources together mean at a moment: the best of them. */
export const accessOf = (
  subscription: Pick<Subscription, "sources">,
  now: Date,
  rules: AccessRules = defaultAccessRules,
): Access => bestSource(subscription, now, rules)?.access ?? noAccess("none");
