import { AppError } from "@orbline/kit/errors";
import type { PaymentSum } from "../../domain/payment/payment.ts";
import type { BillingDeps } from "../ports.ts";

const monthShape = /^\d{4}-(0[1-9]|1[0-2])$/;

const maxMonths = 60;

type Sum = Omit<PaymentSum, "month" | "plan">;

/** Revenue and trials of some months, and the users with access now; cents. */
export type Figures = {
  months: (Sum & { month: string; trialsStarted: number })[];
  plans: (Sum & { plan: string })[];
  active: { plan: string; users: number }[];
  trialsStarted: number;
  trialsConverted: number;
  affiliates: { conversions: number; cents: number };
};

const index = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;

/** Revenue of these months (UTC, both included), by month and plan, and how trials went. @throws invalid */
export async function getFigures(
  {
    payments,
    subscriptions,
    conversions,
  }: Pick<BillingDeps, "payments" | "subscriptions" | "conversions">,
  from: string,
  to: string,
): Promise<Figures> {
  const range = monthsBetween(from, to);
  const [sums, trials, active, affiliates] = await Promise.all([
    payments.sums(from, to),
    subscriptions.countTrials(from, to),
    subscriptions.countActive(),
    conversions.sum(from, to),
  ]);
  const started = (month: string) => trials.find((one) => one.month === month)?.started ?? 0;
  const plans = [...new Set(sums.map(({ plan }) => plan))].toSorted();
  return {
    months: range.map((month) => ({
      month,
      ...total(sums.filter((sum) => sum.month === month)),
      trialsStarted: started(month),
    })),
    plans: plans.map((plan) => ({ plan, ...total(sums.filter((sum) => sum.plan === plan)) })),
    active,
    trialsStarted: trials.reduce((sum, trial) => sum + trial.started, 0),
    trialsConverted: trials.reduce((sum, trial) => sum + trial.converted, 0),
    affiliates,
  };
}

/** Every month from one to another, e.g. "2026-11". @throws invalid */
function monthsBetween(from: string, to: string): string[] {
  const isSound = monthShape.test(from) && monthShape.test(to) && from <= to;
  const refusal = new AppError("invalid", "months.invalid", "Please name at most 60 months.");
  if (!isSound) throw refusal;
  const count = index(to) - index(from) + 1;
  if (count > maxMonths) throw refusal;
  return Array.from({ length: count }, (_, offset) => {
    const at = index(from) + offset;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
  });
}

function total(sums: PaymentSum[]): Sum {
  return {
    payments: sums.reduce((sum, { payments }) => sum + payments, 0),
    grossCents: sums.reduce((sum, { grossCents }) => sum + grossCents, 0),
    refundedCents: sums.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
  };
}
