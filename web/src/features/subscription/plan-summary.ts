import type { InvoicesResponse } from "@orbline/proto/http/billing/checkout";
import type { ChangeablePlan } from "@orbline/proto/http/billing/plan-change";
import { monthsPerInterval, planTerms, plans, type Plan } from "@orbline/proto/constants/plans";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import type { Charge } from "#/components/betting/charge-timeline.tsx";
import { day, dayAndTime, money, shortDay } from "#/lib/format.ts";
import { addMonths } from "#/shared/plans.ts";
import { planMessages } from "./messages.ts";

type Invoice = InvoicesResponse["invoices"][number];

/** A subscription as its owner sees it: name, explanation, next charges and possible actions. */
export type PlanSummary = {
  name: string;
  text: string;
  /** Today's state and later charges by date; empty when no charge follows. */
  entries: Charge[];
  canCancel: boolean;
  canResume: boolean;
  changesTo?: ChangeablePlan;
  /** A failed charge needs another card. */
  needsCard: boolean;
};

const still = { entries: [], canCancel: false, canResume: false, needsCard: false };
const cents = (amount: number) => money(amount / 100);

const isPlan = (plan: string | null): plan is Plan => plans.some((each) => each === plan);

/** Summarizes a subscription. `invoices` supply the amount and the next retry of a failed charge. */
export function summarizePlan(
  subscription: SubscriptionStatusResponse | null,
  invoices: readonly Invoice[],
): PlanSummary {
  if (subscription === null)
    return { ...still, name: planMessages.noPlan, text: planMessages.noPlanText };
  const { status, plan, periodEnd, accessUntil, graceUntil, cancelAtPeriodEnd } = subscription;
  const name = isPlan(plan) ? planMessages.names[plan] : planMessages.names.manual;
  if (status === "none")
    return { ...still, name: planMessages.noPlan, text: planMessages.noPlanText };
  if (status === "canceled")
    return { ...still, name: planMessages.noPlan, text: planMessages.endedText };
  const unpaid = {
    unpaid: unpaidOf(subscription, invoices),
    canCancel: !cancelAtPeriodEnd,
  };
  if (graceUntil !== null) return pastDue({ name, until: graceUntil, ...unpaid });
  if (status === "past_due") return pastDue({ name: planMessages.noPlan, until: null, ...unpaid });
  if (plan === "lifetime") return { ...still, name, text: planMessages.lifetimeText };
  const end = periodEnd ?? accessUntil;
  if (!isRenewing(plan) || end === null) return granted(name, end, subscription.recurring ?? null);
  return cancelAtPeriodEnd ? ending(name, end) : renewing(plan, end);
}

function isRenewing(plan: string | null): plan is Exclude<Plan, "lifetime"> {
  return isPlan(plan) && plan !== "lifetime";
}

/** The unpaid amount after a failed charge, and the time of the next retry. */
function unpaidOf(
  { nextAttemptAt, plan }: SubscriptionStatusResponse,
  invoices: readonly Invoice[],
) {
  const open = invoices.find(({ status }) => status === "open");
  const openCents = open && open.totalCents - open.paidCents;
  const sumCents = openCents ?? (isPlan(plan) ? planTerms[plan].priceCents : undefined);
  return {
    retryAt: nextAttemptAt ?? open?.nextAttemptAt ?? undefined,
    sum: sumCents === undefined ? "" : cents(sumCents),
  };
}

function renewing(plan: Exclude<Plan, "lifetime">, end: string): PlanSummary {
  const price = cents(planTerms[plan].priceCents);
  const next = new Date(end);
  const { interval } = planTerms[plan];
  const later = shortDay(addMonths(next, interval === "once" ? 0 : monthsPerInterval[interval]));
  const { entries } = planMessages;
  const first = plan === "trial" ? entries.trialEnds : entries.next;
  const renews = {
    once: entries.renewsMonthly,
    month: entries.renewsMonthly,
    year: entries.renewsYearly,
  }[interval];
  const text = {
    trial: () => planMessages.trialText(dayAndTime(end), price),
    monthly: () => planMessages.monthlyText(day(end), price),
    annual: () => planMessages.annualText(day(end), price),
  }[plan]();
  return {
    ...still,
    name: planMessages.names[plan],
    text,
    canCancel: true,
    changesTo: plan === "annual" ? "monthly" : "annual",
    entries: [
      { when: planMessages.today, text: entries.access, sum: cents(0), now: true },
      { when: shortDay(end), text: first, sum: price },
      { when: later, text: renews, sum: price },
    ],
  };
}

function ending(name: string, end: string): PlanSummary {
  return {
    ...still,
    name,
    text: planMessages.endingText(dayAndTime(end)),
    canResume: true,
    entries: [
      { when: planMessages.today, text: planMessages.entries.access, sum: cents(0), now: true },
      { when: shortDay(end), text: planMessages.entries.ends, sum: cents(0) },
    ],
  };
}

type PastDue = {
  name: string;
  until: string | null;
  unpaid: ReturnType<typeof unpaidOf>;
  canCancel: boolean;
};

function pastDue({ name, until, unpaid: { retryAt, sum }, canCancel }: PastDue): PlanSummary {
  const { entries } = planMessages;
  const again = retryAt
    ? planMessages.retryText(dayAndTime(retryAt), sum)
    : planMessages.noRetryText;
  const steps = [
    { at: retryAt, text: entries.retry, sum },
    { at: until ?? undefined, text: entries.ends, sum: "" },
  ].flatMap(({ at, ...step }) => (at === undefined ? [] : [{ at, ...step }]));
  return {
    ...still,
    name,
    text: `${until === null ? planMessages.closedText : planMessages.graceText(dayAndTime(until))} ${again}`,
    needsCard: true,
    canCancel,
    entries: [
      { when: planMessages.today, text: entries.failed, sum, now: true },
      ...steps
        .toSorted((a, b) => a.at.localeCompare(b.at))
        .map(({ at, ...step }) => ({ when: shortDay(at), ...step })),
    ],
  };
}

type Recurring = NonNullable<SubscriptionStatusResponse["recurring"]>;

/** The user's own plan continues behind a manual grant: it is charged and can be canceled and resumed. */
function behindGrant(
  until: string,
  { plan, periodEnd, cancelAtPeriodEnd }: Recurring,
): Partial<PlanSummary> {
  const name = planMessages.names[plan];
  if (plan === "lifetime") return {};
  if (cancelAtPeriodEnd)
    return { text: planMessages.endsBehindText(until, name, day(periodEnd)), canResume: true };
  const sum = cents(planTerms[plan].priceCents);
  return {
    text: planMessages.renewsBehindText(until, name, { sum, on: day(periodEnd) }),
    canCancel: true,
    entries: [
      { when: planMessages.today, text: planMessages.entries.access, sum: cents(0), now: true },
      { when: shortDay(periodEnd), text: planMessages.entries.next, sum },
    ],
  };
}

function granted(name: string, end: string | null, recurring: Recurring | null): PlanSummary {
  if (end === null) return { ...still, name, text: "" };
  const grant: PlanSummary = { ...still, name, text: planMessages.manualText(day(end)) };
  return recurring === null ? grant : { ...grant, ...behindGrant(day(end), recurring) };
}
