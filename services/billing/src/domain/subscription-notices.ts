import { isLive } from "./sources.ts";
import type { AccessRules } from "./access.ts";
import type { Notice } from "./notices.ts";
import { findPlan } from "./plans.ts";
import type { LifetimeSource, ProviderSource, Source, Subscription } from "./subscription.ts";

type PaidSource = ProviderSource | LifetimeSource;

const isPaid = (source: Source): source is PaidSource => source.kind !== "manual";

const planOf = (source: PaidSource) => (source.kind === "lifetime" ? "lifetime" : source.plan);

/** One that was undone as soon as it came, or replaced by a lifetime purchase, needs no mail of its end. */
const isQuietEnd = ({ refusals, duties, erasedAt }: Subscription, { id }: Source) =>
  !!erasedAt ||
  refusals.some(({ objectId }) => objectId === id) ||
  duties.some(
    (duty) => duty.kind === "cancel" && duty.objectId === id && duty.reason === "lifetime",
  );

const endOf = (after: Subscription, was: PaidSource, is: PaidSource): Notice | undefined => {
  if (was.endedAt || isQuietEnd(after, is)) return undefined;
  if (is.endedAt) return { kind: "canceled", plan: planOf(is) };
  if (was.kind !== "provider" || is.kind !== "provider" || was.status === is.status)
    return undefined;
  if (is.status !== "canceled" || is.reversals) return undefined;
  if (was.status === "past_due" || was.status === "unpaid") return { kind: "unpaid-ended" };
  return was.cancelAtPeriodEnd ? undefined : { kind: "canceled", plan: is.plan };
};

const stopOf = (was: PaidSource, is: PaidSource): Notice | undefined => {
  if (was.kind !== "provider" || is.kind !== "provider") return undefined;
  if (was.cancelAtPeriodEnd || !is.cancelAtPeriodEnd) return undefined;
  return { kind: "canceled", plan: is.plan, accessUntil: is.periodEnd };
};

const trialOf = (is: PaidSource): Notice | undefined => {
  if (is.kind !== "provider" || is.status !== "trialing" || is.cancelAtPeriodEnd) return undefined;
  const { priceCents } = findPlan(is.plan);
  return { kind: "trial-started", endsAt: is.periodEnd, priceCents };
};

/** The mails that a change of a subscription calls for: a trial that began, a cancellation, an end. */
export const withSubscriptionNotices = (
  before: Subscription,
  after: Subscription,
  now: Date,
  rules: AccessRules,
): Subscription => {
  const owed = after.sources.filter(isPaid).flatMap((is) => {
    const was = before.sources.filter(isPaid).find(({ id }) => id === is.id);
    const isRunning = isLive(is, now, rules);
    const begun = !was && isRunning ? trialOf(is) : undefined;
    const changed = was && (endOf(after, was, is) ?? (isRunning ? stopOf(was, is) : undefined));
    const notice = begun ?? changed;
    if (!notice) return [];
    const objectId = `${notice.kind}:${is.id}:${now.getTime()}`;
    return [{ kind: "mail" as const, objectId, notice }];
  });
  return owed.length > 0 ? { ...after, duties: [...after.duties, ...owed] } : after;
};
