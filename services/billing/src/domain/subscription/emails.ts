import { type EmailFacts, scheduleEffect } from "../effects.ts";
import { findPlan } from "../plans.ts";
import { type AccessRules, hasPaidSource, isLive } from "./access.ts";
import {
  currentPlan,
  isRefused,
  isSelfExcluded,
  type LifetimeSource,
  type ProviderSource,
  type Subscription,
} from "./subscription.ts";

type PaidSource = ProviderSource | LifetimeSource;

/**
 * Schedules the emails for a change of a subscription: the start of a trial, a cancellation, an end. The id of
 * the email about a stopped renewal contains the UTC day, so that a user who cancels and resumes gets one a day. The end
 * of a refused purchase, or of one beside another that gives access, needs no email.
 */
export function withSubscriptionEmails(
  before: Subscription,
  after: Subscription,
  now: Date,
  rules: AccessRules,
): Subscription {
  if (after.erasedAt) return after;
  const excludedUntil = isSelfExcluded(after, now) ? after.selfExcludedUntil : undefined;
  let state = after;
  for (const next of paidSources(after)) {
    const last = paidSources(before).find(({ id }) => id === next.id);
    const isRunning = isLive(next, now, rules);
    const begun = !last && isRunning ? trialEmail(next) : undefined;
    const isQuiet = isRefused(after, next.id) || hasPaidSource(after, now, rules);
    const ended = last && !isQuiet ? endEmail(last, next) : undefined;
    const stopped = last && isRunning ? stopEmail(last, next, excludedUntil) : undefined;
    const email = begun ?? ended ?? stopped;
    if (!email) continue;
    const at = email === stopped ? now.toISOString().slice(0, 10) : now.getTime();
    state = scheduleEffect(state, {
      kind: "email",
      objectId: `${email.kind}:${next.id}:${at}`,
      email,
    });
  }
  return state;
}

function paidSources({ sources }: Subscription): PaidSource[] {
  return sources.filter((source) => source.kind !== "manual");
}

function trialEmail(next: PaidSource): EmailFacts | undefined {
  if (next.kind !== "provider" || next.status !== "trialing" || next.cancelAtPeriodEnd)
    return undefined;
  const { priceCents } = findPlan(next.plan);
  return { kind: "trial-started", endsAt: next.periodEnd, priceCents };
}

function endEmail(last: PaidSource, next: PaidSource): EmailFacts | undefined {
  if (last.endedAt) return undefined;
  if (next.endedAt)
    return { kind: "canceled", plan: last.kind === "provider" ? currentPlan(last) : "lifetime" };
  if (last.kind !== "provider" || next.kind !== "provider" || last.status === next.status)
    return undefined;
  if (next.status !== "canceled" || next.reversals) return undefined;
  if (last.status === "past_due" || last.status === "unpaid") return { kind: "unpaid-ended" };
  return keepsPeriod(last) ? undefined : { kind: "canceled", plan: currentPlan(last) };
}

function stopEmail(
  last: PaidSource,
  next: PaidSource,
  excludedUntil: Date | undefined,
): EmailFacts | undefined {
  if (last.kind !== "provider" || next.kind !== "provider") return undefined;
  if (keepsPeriod(last) || !keepsPeriod(next)) return undefined;
  return { kind: "canceled", plan: currentPlan(next), accessUntil: next.periodEnd, excludedUntil };
}

/** Whether a canceled subscription ends with its period. An unpaid one ends at once. */
function keepsPeriod({ cancelAtPeriodEnd, isUnpaid }: ProviderSource): boolean {
  return cancelAtPeriodEnd && !isUnpaid;
}
