import type { Stripe } from "stripe";
import type { CreditRevocation } from "../use-cases/payment-provider.ts";
import { idOf } from "./snapshot.ts";

/** What our own adjustments for a subscription have taken from its customer's credit so far; cents. */
type Taken = { forPayment: number; inTotal: number };

/**
 * Takes back the credit that a change of plan left with the customer, when the payment behind it is reversed: never
 * more than `upToCents`, nor than is left, nor the last `keepCents`, which other payments have paid for. Gives it back
 * when `upToCents` is 0. Safe to repeat. Returns the credit that the customer has already spent elsewhere; cents.
 */
export function revokeCredit(
  stripe: Stripe,
  { paymentId, subscriptionId, upToCents, keepCents }: CreditRevocation,
): Promise<number> {
  return takeCredit(stripe, { subscriptionId, paymentId }, (addedCents, taken) => {
    const ofOthers = taken.inTotal - taken.forPayment;
    const available = Math.max(0, addedCents - ofOthers - keepCents);
    return Math.min(available, upToCents) - taken.forPayment;
  });
}

/** Gives back the credit that the invoices of a refunded subscription used, or takes back what they added. Safe to repeat. */
export async function undoCredit(stripe: Stripe, subscriptionId: string): Promise<void> {
  await takeCredit(stripe, { subscriptionId }, (addedCents, { inTotal }) => addedCents - inTotal);
}

/** Takes an amount from the credit of a subscription's customer, or adds it when negative. Returns what is missing; cents. */
async function takeCredit(
  stripe: Stripe,
  mark: { subscriptionId: string; paymentId?: string },
  amountOf: (addedCents: number, taken: Taken) => number,
): Promise<number> {
  const { subscriptionId, paymentId } = mark;
  const added = await addedCredit(stripe, subscriptionId);
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const customer = await stripe.customers.retrieve(idOf(subscription.customer) ?? "");
  if (customer.deleted) return 0; // Its credit can never be spent.
  const taken: Taken = { forPayment: 0, inTotal: 0 };
  let count = 0;
  for await (const { amount, metadata } of stripe.customers.listBalanceTransactions(customer.id, {
    limit: 100,
  })) {
    if (metadata?.["subscriptionId"] !== subscriptionId) continue;
    count += 1;
    taken.inTotal += amount;
    if (metadata["paymentId"] === paymentId) taken.forPayment += amount;
  }
  const wanted = amountOf(added, taken);
  const amount = Math.min(wanted, Math.max(0, -customer.balance));
  if (amount === 0) return wanted;
  await stripe.customers.createBalanceTransaction(
    customer.id,
    { amount, currency: subscription.currency, metadata: mark },
    { idempotencyKey: `credit:${subscriptionId}:${count}` },
  );
  return wanted - amount;
}

/** The credit that a subscription's invoices added to the customer's balance, less what they used; cents. */
async function addedCredit(stripe: Stripe, subscription: string): Promise<number> {
  let cents = 0;
  for await (const invoice of stripe.invoices.list({ subscription, limit: 100 }))
    if (invoice.status !== "void" && invoice.ending_balance !== null)
      cents += invoice.starting_balance - invoice.ending_balance;
  return cents;
}
