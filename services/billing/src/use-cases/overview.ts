import { intervalLength, type Plan, planTerms, plans } from "@orbline/proto/constants/plans";
import type { BillingDeps } from "./ports.ts";

const dayMs = 86_400_000;
const spanMs = 30 * dayMs;

/** The figures of the admin's first screen: revenue, access, churn, failed payments and the webhook inbox. */
export async function getOverview({
  subscriptions,
  payments,
  webhooks,
  clock,
}: Pick<BillingDeps, "subscriptions" | "payments" | "webhooks" | "clock">) {
  const now = clock.now();
  const since = new Date(now.getTime() - spanMs);
  const [active, trialsEnding, churned, failedPayments, openDisputes, inbox] = await Promise.all([
    subscriptions.countActive(),
    subscriptions.countEndingTrials(now, new Date(now.getTime() + dayMs)),
    subscriptions.countChurned(since),
    payments.sumFailed(since),
    payments.countOpenDisputes(),
    webhooks.backlog(since),
  ]);
  const paying = active.filter(({ plan }) => monthlyCents(plan) > 0);
  const payingUsers = addUp(paying);
  const { waiting, oldestAt, failed } = inbox;
  return {
    currency: "usd",
    since,
    mrrCents: Math.round(
      paying.reduce((sum, { plan, users }) => sum + users * monthlyCents(plan), 0),
    ),
    paying: payingUsers,
    active: addUp(active),
    trialsEnding,
    churn: {
      users: churned,
      share: churned + payingUsers === 0 ? null : churned / (churned + payingUsers),
    },
    failedPayments,
    openDisputes,
    webhooks: {
      waiting,
      oldestSeconds: oldestAt ? Math.max(0, (now.getTime() - oldestAt.getTime()) / 1_000) : null,
      failed,
    },
  };
}

/** The price of a plan per month in cents; 0 for a trial, a lifetime plan and a grant. */
function monthlyCents(plan: string): number {
  if (!isPlan(plan)) return 0;
  const { priceCents, interval, trialDays } = planTerms[plan];
  return interval === "once" || trialDays > 0 ? 0 : priceCents / intervalLength[interval].months;
}

function isPlan(plan: string): plan is Plan {
  return plans.some((each) => each === plan);
}

function addUp(counts: readonly { users: number }[]): number {
  return counts.reduce((sum, { users }) => sum + users, 0);
}
