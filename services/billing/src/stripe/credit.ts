import type { Stripe } from "stripe";
import type { CreditRevocation } from "../use-cases/payment-provider.ts";
import { idOf } from "./snapshot.ts";

/** What our own adjustments for a subscription have taken from its customer's credit so far; cents. */
type Taken = { forPayment: number; inTotal: number };

/**
 * Takes back the credit that a change of plan left with the customer, when the payment behind it is reversed. Takes at
 * most `upToCents`, and leaves `keepCents`, which other payments have paid for. Gives it back when `upToCents` is 0. Safe
 * to repeat. When credit is missing, returns all subscriptions of the customer that have used credit.
 */
export async function revokeCredit(
  stripe: Stripe,
  { paymentId, subscriptionId, upToCents, keepCents }: CreditRevocation,
): Promise<string[]> {
  const mark = { subscriptionId, paymentId };
  const { missingCents, added } = await takeCredit(stripe, mark, (addedCents, taken) => {
    const ofOthers = taken.inTotal - taken.forPayment;
    const available = Math.max(0, addedCents - ofOthers - keepCents);
    return Math.min(available, upToCents) - taken.forPayment;
  });
  if (missingCents <= 0) return [];
  return [...added].filter(([, cents]) => cents < 0).map(([id]) => id);
}

/** Gives back the credit that the invoices of a refunded subscription used, or takes back what they added. Safe to repeat. */
export async function undoCredit(stripe: Stripe, subscriptionId: string): Promise<void> {
  await takeCredit(stripe, { subscriptionId }, (addedCents, { inTotal }) => addedCents - inTotal);
}

/**
 * Takes an amount from the credit of a subscription's customer, or adds it when negative. Returns what was missing, and
 * the credit that each subscription of the customer has added; cents.
 */
async function takeCredit(
  stripe: Stripe,
  mark: { subscriptionId: string; paymentId?: string },
  amountOf: (addedCents: number, taken: Taken) => number,
): Promise<{ missingCents: number; added: ReadonlyMap<string, number> }> {
  const { subscriptionId, paymentId } = mark;
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const customer = await stripe.customers.retrieve(idOf(subscription.customer) ?? "");
  // The credit of a deleted customer can never be spent.
  if (customer.deleted) return { missingCents: 0, added: new Map() };
  const added = await addedCredit(stripe, customer.id);
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
  const wanted = amountOf(added.get(subscriptionId) ?? 0, taken);
  // Two attempts at once have the same key, so that they take the amount once.
  const amount = Math.min(wanted, Math.max(0, -customer.balance));
  if (amount !== 0)
    await stripe.customers.createBalanceTransaction(
      customer.id,
      { amount, currency: subscription.currency, metadata: mark },
      { idempotencyKey: `credit:${subscriptionId}:${count}` },
    );
  return { missingCents: wanted - amount, added };
}

/** The credit that the invoices of each subscription added to the customer's balance, less what they used; cents. */
async function addedCredit(stripe: Stripe, customer: string): Promise<Map<string, number>> {
  const added = new Map<string, number>();
  for await (const invoice of stripe.invoices.list({ customer, limit: 100 })) {
    const id = idOf(invoice.parent?.subscription_details?.subscription);
    if (!id || invoice.status === "void" || invoice.ending_balance === null) continue;
    const cents = invoice.starting_balance - invoice.ending_balance;
    added.set(id, (added.get(id) ?? 0) + cents);
  }
  return added;
}
