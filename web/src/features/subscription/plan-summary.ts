import {
  changeByInterval,
  intervalLength,
  planTerms,
  plans,
  type BillingInterval,
  type ChangeablePlan,
  type Plan,
} from "@orbline/proto/constants/plans";
import type { InvoicesResponse } from "@orbline/proto/http/billing/checkout";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import type { Charge } from "#/components/betting/charge-timeline.tsx";
import { chargeDay, day, dayAndTime, money } from "#/lib/format.ts";
import { type Break, noBreak } from "#/shared/guardrails.ts";
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
  changesTo?: ChangeablePlan | undefined;
  /** A failed charge needs another card. */
  needsCard: boolean;
};

const still = { entries: [], canCancel: false, canResume: false, needsCard: false };

/** An amount in cents as dollars. */
export const cents = (amount: number) => money(amount / 100);

/**
 * Summarizes a subscription at `now`, perhaps during a break of its owner. `invoices` supply the amount and the next retry of
 * a failed charge.
 */
export function summarizePlan(
  subscription: SubscriptionStatusResponse | null,
  invoices: readonly Invoice[],
  now: Date,
  running: Break = noBreak,
): PlanSummary {
  const inBreak = breakText(running);
  const noPlan = { ...still, name: planMessages.noPlan };
  if (subscription === null || subscription.status === "none")
    return {
      ...noPlan,
      text: inBreak ? planMessages.noPlanInBreakText(inBreak) : planMessages.noPlanText,
    };
  const { status, plan, periodEnd, accessUntil, graceUntil, cancelAtPeriodEnd } = subscription;
  if (status === "canceled") return { ...noPlan, text: planMessages.endedText };
  const terms = isPlan(plan) ? planTerms[plan] : undefined;
  const name = terms?.name ?? planMessages.granted;
  if (graceUntil !== null || status === "past_due")
    return {
      ...pastDue(subscription, invoices, now),
      name: graceUntil === null ? planMessages.noPlan : name,
      canCancel: !cancelAtPeriodEnd,
    };
  if (terms?.interval === "once")
    return {
      ...still,
      name,
      text: inBreak ? planMessages.lifetimeInBreakText(inBreak) : planMessages.lifetimeText,
    };
  const end = periodEnd ?? accessUntil;
  if (terms === undefined || end === null)
    return granted(name, end, subscription.recurring, { now, running });
  if (cancelAtPeriodEnd) return ending(name, end, { now, running });
  const isTrial = status === "trialing";
  return renewing({ ...terms, interval: terms.interval, isTrial }, end, { now, running });
}

function isPlan(plan: string | null): plan is Plan {
  return plans.some((each) => each === plan);
}

type Moment = { now: Date; running: Break };

/** What a running break means for the access; undefined without one. */
function breakText({ until, isSelfExclusion }: Break) {
  if (until === undefined) return undefined;
  const end = dayAndTime(until);
  return isSelfExclusion ? planMessages.excludedText(end) : planMessages.onBreakText(end);
}

function accessText({ until, isSelfExclusion }: Break) {
  const { access, excluded, break: onBreak } = planMessages.entries;
  if (until === undefined) return access;
  return isSelfExclusion ? excluded : onBreak;
}

const today = ({ running }: Moment): Charge => ({
  when: planMessages.today,
  text: accessText(running),
  sum: cents(0),
  now: true,
});

type RenewingTerms = {
  name: string;
  priceCents: number;
  interval: BillingInterval;
  isTrial: boolean;
};

function renewing(terms: RenewingTerms, end: string, moment: Moment): PlanSummary {
  const { now } = moment;
  const { name, priceCents, isTrial, interval } = terms;
  const { entries, trialText, renewalText } = planMessages;
  const price = cents(priceCents);
  const later = addMonths(new Date(end), intervalLength[interval].months);
  return {
    ...still,
    name,
    text: isTrial
      ? trialText(dayAndTime(end), price, interval)
      : renewalText(day(end), price, interval),
    canCancel: true,
    changesTo: changeByInterval[interval],
    entries: [
      today(moment),
      { when: chargeDay(end, now), text: isTrial ? entries.trialEnds : entries.next, sum: price },
      { when: chargeDay(later, now), text: entries.renews(interval), sum: price },
    ],
  };
}

function ending(name: string, end: string, moment: Moment): PlanSummary {
  const { now, running } = moment;
  const inBreak = breakText(running);
  const paidUntil = dayAndTime(end);
  return {
    ...still,
    name,
    text:
      inBreak === undefined
        ? planMessages.endingText(paidUntil)
        : planMessages.endingInBreakText(paidUntil, inBreak),
    canResume: true,
    entries: [
      today(moment),
      {
        when: chargeDay(end, now),
        text: inBreak === undefined ? planMessages.entries.ends : planMessages.entries.periodEnds,
        sum: cents(0),
      },
    ],
  };
}

/** A failed charge: the unpaid amount, the next retry and the end of access. */
function pastDue(
  { graceUntil, nextAttemptAt, plan }: SubscriptionStatusResponse,
  invoices: readonly Invoice[],
  now: Date,
) {
  const { entries, closedText, graceText, noRetryText, retryText } = planMessages;
  const open = invoices.find((invoice) => invoice.status === "open");
  const openCents = open && open.totalCents - open.paidCents;
  const sumCents = openCents ?? (isPlan(plan) ? planTerms[plan].priceCents : undefined);
  const sum = sumCents === undefined ? "" : cents(sumCents);
  const retryAt = nextAttemptAt ?? open?.nextAttemptAt ?? null;
  const access = graceUntil === null ? closedText : graceText(dayAndTime(graceUntil));
  const retry = retryAt === null ? noRetryText : retryText(dayAndTime(retryAt), sum);
  const steps = [
    { at: retryAt, text: entries.retry, sum },
    { at: graceUntil, text: entries.ends, sum: "" },
  ].flatMap(({ at, ...step }) => (at === null ? [] : [{ at, ...step }]));
  return {
    ...still,
    text: `${access} ${retry}`,
    needsCard: true,
    entries: [
      { when: planMessages.today, text: entries.failed, sum, now: true },
      ...steps
        .toSorted((a, b) => a.at.localeCompare(b.at))
        .map(({ at, ...step }) => ({ when: chargeDay(at, now), ...step })),
    ],
  };
}

type Recurring = SubscriptionStatusResponse["recurring"];

/** Manual access. The user's own plan may continue behind it: it is charged and can be canceled and resumed. */
function granted(
  name: string,
  end: string | null,
  recurring: Recurring,
  moment: Moment,
): PlanSummary {
  if (end === null) return { ...still, name, text: "" };
  const until = day(end);
  const grant = { ...still, name, text: planMessages.manualText(until) };
  if (!recurring || planTerms[recurring.plan].interval === "once") return grant;
  const { name: plan, priceCents } = planTerms[recurring.plan];
  const on = day(recurring.periodEnd);
  if (recurring.cancelAtPeriodEnd)
    return { ...grant, text: planMessages.endsBehindText(until, plan, on), canResume: true };
  const sum = cents(priceCents);
  return {
    ...grant,
    text: planMessages.renewsBehindText(until, plan, { sum, on }),
    canCancel: true,
    entries: [
      today(moment),
      { when: chargeDay(recurring.periodEnd, moment.now), text: planMessages.entries.next, sum },
    ],
  };
}
