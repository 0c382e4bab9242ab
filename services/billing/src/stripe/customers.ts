import { Stripe } from "stripe";
import type { NewCustomer } from "../use-cases/payment-provider.ts";

/** The object is missing or can no longer change. */
const isOver = (error: unknown) => error instanceof Stripe.errors.StripeInvalidRequestError;

/** Creates a customer, one for each idempotency key. Returns its id. */
export async function createCustomer(
  stripe: Stripe,
  { userId, email }: NewCustomer,
  idempotencyKey: string,
): Promise<string> {
  const params = { metadata: { userId }, ...(email && { email }) };
  return (await stripe.customers.create(params, { idempotencyKey })).id;
}

/** Whether a customer was deleted. Stripe still returns a deleted customer, but only its id. */
export async function isDeleted(stripe: Stripe, customer: string): Promise<boolean> {
  return (await stripe.customers.retrieve(customer)).deleted === true;
}

/**
 * Erases a customer: closes open sessions, removes name and addresses, then deletes the customer, which removes the
 * saved cards. Clears the fields first, because Stripe still shows the last fields of a deleted customer. Invoices
 * and charges stay unchanged, because the law requires it. Safe to repeat.
 */
export async function eraseCustomer(stripe: Stripe, customer: string): Promise<void> {
  if (await isDeleted(stripe, customer)) return;
  await closeSessions(stripe, customer);
  await stripe.customers.update(customer, {
    name: "",
    email: "",
    phone: "",
    address: "",
    shipping: "",
    description: "",
    metadata: "",
  });
  await stripe.customers.del(customer);
}

function unlessOver(error: unknown): undefined {
  if (!isOver(error)) throw error;
}

async function closeSessions(stripe: Stripe, customer: string) {
  for await (const { id } of stripe.checkout.sessions.list({
    customer,
    status: "open",
    limit: 100,
  }))
    await stripe.checkout.sessions.expire(id).catch(unlessOver); // Stripe sends an event for a page that is paid right now.
}
