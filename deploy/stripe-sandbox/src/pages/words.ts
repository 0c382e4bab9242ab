import type { CheckoutRecord, CheckoutSession } from "../state/objects.ts";
import { daySeconds } from "../billing/subscription/periods.ts";

/** Cents as dollars, for example `$19.99`. */
export const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** A Unix second as a calendar day in UTC, for example `November 23, 2026`. */
export const day = (at: number): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(at * 1000);

/** The texts of price, trial, renewal and button. */
export type Offer = {
  plan: string;
  price: string;
  dueToday: string;
  terms: string;
  button: string;
};

export const offerOf = (session: CheckoutSession, record: CheckoutRecord, now: number): Offer => {
  const [item] = record.lineItems;
  const full = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1);
  const interval = item?.price.recurring?.interval;
  const price = interval ? `${money(full)} per ${interval}` : money(full);
  const due = session.amount_total ?? 0;
  const offer = { plan: item?.description ?? "", price, dueToday: money(due) };
  if (!interval)
    return { ...offer, terms: "One payment. It does not renew.", button: `Pay ${money(due)}` };
  if (record.trialDays === 0)
    return {
      ...offer,
      terms: `Renews at ${price} until you cancel.`,
      button: `Subscribe for ${money(due)}`,
    };
  const ends = day(now + record.trialDays * daySeconds);
  return {
    ...offer,
    terms: `${record.trialDays} days free. The trial ends on ${ends}. After that you pay ${price} until you cancel.`,
    button: "Start trial",
  };
};
