import type { InvoicesResponse } from "@orbline/proto/http/billing";
import type { ChangeablePlan } from "@orbline/proto/http/billing-change";
import { planTerms, plans, type Plan } from "@orbline/proto/constants/plans";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/subscription-status";
import type { Charge } from "#/components/betting/charge-timeline.tsx";
import { day, dayAndTime, money, shortDay } from "#/lib/format.ts";
import { addMonths } from "#/shared/plans.ts";
import { planMessages } from "./messages.ts";

type Invoice = InvoicesResponse["invoices"][number];

/** A subscription as its owner's bill: what it is, what happens next, and what can be done about it. */
export type Bill = {
  name: string;
  text: string;
  /** What happens when, the present first; empty when nothing more will happen. */
  entries: Charge[];
  canCancel: boolean;
  canResume: boolean;
  /** The plan it can be changed to. */
  changesTo?: ChangeablePlan;
  /** Whether a failed charge waits for another card. */
  needsCard: boolean;
};

const still = { entries: [], canCancel: false, canResume: false, needsCard: false };
const cents = (amount: number) => money(amount / 100);

const isPlan = (plan: string | null): plan is Plan => plans.some((each) => each === plan);
const isRenewing = (plan: string | null): plan is Exclude<Plan, "lifetime"> =>
  isPlan(plan) && plan !== "lifetime";

/** What is open after a failed charge, and when it is tried again. */
const unpaidOf = (
  { nextAttemptAt, plan }: SubscriptionStatusResponse,
  invoices: readonly Invoice[],
) => {
  const open = invoices.find(({ status }) => status === "open");
  const openCents = open && open.totalCents - open.paidCents;
  const sumCents = openCents ?? (isPlan(plan) ? planTerms[plan].priceCents : undefined);
  return {
    retryAt: nextAttemptAt ?? open?.nextAttemptAt ?? undefined,
    sum: sumCents === undefined ? "" : cents(sumCents),
  };
};

const renewing = (plan: Exclude<Plan, "lifetime">, end: string): Bill => {
  const price = cents(planTerms[plan].priceCents);
  const next = new Date(end);
  const later = shortDay(addMonths(next, plan === "annual" ? 12 : 1));
  const { entries } = planMessages;
  const first = plan === "trial" ? entries.trialEnds : entries.next;
  const renews = plan === "annual" ? entries.renewsYearly : entries.renewsMonthly;
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
};

const ending = (name: string, end: string): Bill => ({
  ...still,
  name,
  text: planMessages.endingText(dayAndTime(end)),
  canResume: true,
  entries: [
    { when: planMessages.today, text: planMessages.entries.access, sum: cents(0), now: true },
    { when: shortDay(end), text: planMessages.entries.ends, sum: cents(0) },
  ],
});

type PastDue = {
  name: string;
  until: string | null;
  unpaid: ReturnType<typeof unpaidOf>;
  canCancel: boolean;
};

const pastDue = ({ name, until, unpaid: { retryAt, sum }, canCancel }: PastDue): Bill => {
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
};

type Recurring = NonNullable<SubscriptionStatusResponse["recurring"]>;

/** A plan that goes on behind a grant is charged all the same, and can be canceled and resumed as ever. */
const behindGrant = (
  until: string,
  { plan, periodEnd, cancelAtPeriodEnd }: Recurring,
): Partial<Bill> => {
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
};

const granted = (name: string, end: string | null, recurring: Recurring | null): Bill => {
  if (end === null) return { ...still, name, text: "" };
  const grant: Bill = { ...still, name, text: planMessages.manualText(day(end)) };
  return recurring === null ? grant : { ...grant, ...behindGrant(day(end), recurring) };
};

/** Explains a subscription in words, dates and sums; `invoices` tell of the retries of a failed charge. */
export const explainBill = (
  subscription: SubscriptionStatusResponse | null,
  invoices: readonly Invoice[],
): Bill => {
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
};
