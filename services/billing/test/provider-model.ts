import type Stripe from "stripe";

const dayMs = 86_400_000;

/** The access that the product's rules derive from the provider's objects. */
export type Expected = {
  /** Accepted statuses; "none" for a subscription that ended before billing saw it. */
  status: string[];
  periodEnd: string | null;
  accessUntil: string | null;
  graceUntil: string | null;
  cancelAtPeriodEnd: boolean;
};

/** Every object of one buyer at the provider. */
export type HeldAccess = {
  subscriptions: Stripe.Subscription[];
  /** Charges of lifetime purchases. */
  lifetimes: Stripe.Charge[];
};

const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();
const plusMs = (seconds: number, ms: number) => new Date(seconds * 1_000 + ms).toISOString();

const nothing = (...status: string[]): Expected => ({
  status,
  periodEnd: null,
  accessUntil: null,
  graceUntil: null,
  cancelAtPeriodEnd: false,
});

const isRunning = ({ status }: Stripe.Subscription) =>
  status !== "canceled" && status !== "incomplete_expired" && status !== "incomplete";

/** Whether a subscription ends, by the flag or by a date, and the end of its access to a paid period. */
const endOf = ({ items, cancel_at_period_end: flag, cancel_at: at }: Stripe.Subscription) => {
  const periodEnd = items.data[0]?.current_period_end ?? 0;
  return { ends: flag || at !== null, end: flag ? periodEnd : (at ?? periodEnd) };
};

const pastDue = (subscription: Stripe.Subscription, nowMs: number): Expected => {
  const { ends, end } = endOf(subscription);
  const bill = subscription.latest_invoice as Stripe.Invoice;
  const graceUntil = plusMs(bill.status_transitions.finalized_at ?? 0, 3 * dayMs);
  if (nowMs >= Date.parse(graceUntil)) return { ...nothing("past_due"), periodEnd: iso(end) };
  return {
    status: ["active"],
    periodEnd: iso(end),
    accessUntil: graceUntil,
    graceUntil,
    cancelAtPeriodEnd: ends,
  };
};

const running = (subscription: Stripe.Subscription, nowMs: number): Expected => {
  const { ends, end } = endOf(subscription);
  const { status } = subscription;
  if (status === "past_due") return pastDue(subscription, nowMs);
  return {
    status: [status],
    periodEnd: iso(end),
    accessUntil: ends ? iso(end) : plusMs(end, dayMs),
    graceUntil: null,
    cancelAtPeriodEnd: ends,
  };
};

/** Invariants: at most one subscription runs, and none beside a lifetime purchase. */
export const brokenRules = ({ subscriptions, lifetimes }: HeldAccess): string[] => {
  const live = subscriptions.filter(isRunning).length;
  const kept = lifetimes.filter(({ refunded }) => !refunded).length;
  return [
    ...(live > 1 ? [`${live} subscriptions run`] : []),
    ...(kept > 1 ? [`${kept} lifetime purchases are kept`] : []),
    ...(kept > 0 && live > 0 ? ["a subscription runs beside a lifetime purchase"] : []),
  ];
};

/** The access that a buyer must have now. */
export const expectedAccess = (heldAccess: HeldAccess, nowMs: number): Expected => {
  const { subscriptions, lifetimes } = heldAccess;
  if (lifetimes.some(({ refunded }) => !refunded)) return nothing("active");
  const [live] = subscriptions.filter(isRunning);
  if (live) return running(live, nowMs);
  if (subscriptions.length + lifetimes.length === 0) return nothing("none");
  return nothing("canceled", "none");
};
