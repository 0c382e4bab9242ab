import { AppError } from "@orbline/kit/errors";
import type { PaymentSum } from "../../domain/payment/payment.ts";
import type { BillingDeps } from "../ports.ts";

const maxMonths = 60;

/**
 * Revenue of these months (UTC, both included) by month and plan, and the outcome of their trials. The default is the
 * last twelve months. Money in cents.
 * @throws invalid for more than 60 months, or when the first month is after the last
 */
export async function getRevenue(
  { payments, subscriptions, clock }: Pick<BillingDeps, "payments" | "subscriptions" | "clock">,
  range: { from?: string | undefined; to?: string | undefined },
) {
  const months = monthsOf(range, clock.now());
  const [from = "", to = ""] = [months[0], months.at(-1)];
  const [sums, trials, active, affiliates] = await Promise.all([
    payments.sums(from, to),
    subscriptions.countTrials(from, to),
    subscriptions.countActive(),
    payments.countConversions(from, to),
  ]);
  const plans = [...new Set(sums.map(({ plan }) => plan))].toSorted();
  const started = addUp(trials, "started");
  const converted = addUp(trials, "converted");
  const running = addUp(trials, "running");
  const ended = started - running;
  return {
    currency: "usd",
    from,
    to,
    total: total(sums),
    months: months.map((month) => ({
      month,
      ...total(sums.filter((sum) => sum.month === month)),
      trialsStarted: trials.find((one) => one.month === month)?.started ?? 0,
    })),
    plans: plans.map((plan) => ({ plan, ...total(sums.filter((sum) => sum.plan === plan)) })),
    trials: { started, running, converted, conversionRate: ended === 0 ? null : converted / ended },
    active,
    affiliates,
  };
}

/** Every month of the range, e.g. "2026-11". */
function monthsOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const last = to === undefined ? now.getUTCFullYear() * 12 + now.getUTCMonth() : numberOf(to);
  const first = from === undefined ? Math.max(0, last - 11) : numberOf(from);
  const count = last - first + 1;
  if (count < 1) throw invalidMonths("The first month must not be after the last.");
  if (count > maxMonths) throw invalidMonths(`Please name at most ${maxMonths} months.`);
  return Array.from({ length: count }, (_, offset) => {
    const month = first + offset;
    const year = String(Math.floor(month / 12)).padStart(4, "0");
    return `${year}-${String((month % 12) + 1).padStart(2, "0")}`;
  });
}

function invalidMonths(message: string): AppError {
  return new AppError("invalid", "months.invalid", message);
}

function numberOf(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
}

function total(sums: PaymentSum[]) {
  const grossCents = addUp(sums, "grossCents");
  const refundedCents = addUp(sums, "refundedCents");
  const netCents = grossCents - refundedCents;
  return { payments: addUp(sums, "payments"), grossCents, refundedCents, netCents };
}

function addUp<Field extends string>(rows: Record<Field, number>[], field: Field): number {
  return rows.reduce((sum, row) => sum + row[field], 0);
}
