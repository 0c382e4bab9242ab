import { createHash } from "node:crypto";
import { Stripe } from "stripe";
import type { NewCustomer } from "../domain/provider.ts";

/**
 * The key is of the hour and of what is sent: Stripe gives the answer to a key again for a day, also a failure,
 * and refuses a key that comes with other parameters. Who is replaced is part of it: the answer before names that one.
 */
const customerKey = ({ userId, email = "", insteadOf = "" }: NewCustomer, now: Date) => {
  const sent = createHash("sha256").update(email).digest("base64url").slice(0, 16);
  const key = `customer:${userId}:${sent}:${now.toISOString().slice(0, 13)}`;
  return insteadOf ? `${key}:${insteadOf}` : key;
};

/** Makes a customer of a user, one within an hour; answers the id. */
export const createCustomer = async (
  stripe: Stripe,
  buyer: NewCustomer,
  now: Date,
): Promise<string> => {
  const { userId, email } = buyer;
  const params = { metadata: { userId }, ...(email && { email }) };
  const idempotencyKey = customerKey(buyer, now);
  return (await stripe.customers.create(params, { idempotencyKey })).id;
};

/** Whether a customer was deleted: Stripe goes on telling of those, and of that alone. */
export const isDeleted = async (stripe: Stripe, customer: string): Promise<boolean> =>
  (await stripe.customers.retrieve(customer)).deleted === true;

/** Customers of a user since then; a list is complete at once, which Stripe's search is not. */
export const findCustomers = async (
  stripe: Stripe,
  userId: string,
  since: Date,
): Promise<string[]> => {
  const created = { gte: Math.floor(since.getTime() / 1_000) };
  const found: string[] = [];
  for await (const { id, metadata } of stripe.customers.list({ created, limit: 100 }))
    if (metadata["userId"] === userId) found.push(id);
  return found;
};

/** It is not there (any more), or no longer in the state in which it can be changed. */
const isOver = (error: unknown) => error instanceof Stripe.errors.StripeInvalidRequestError;

const unlessOver = (error: unknown): undefined => {
  if (!isOver(error)) throw error;
};

const closePages = async (stripe: Stripe, customer: string) => {
  for await (const { id } of stripe.checkout.sessions.list({
    customer,
    status: "open",
    limit: 100,
  }))
    await stripe.checkout.sessions.expire(id).catch(unlessOver); // one that is paid now tells by its event
};

/**
 * Makes a customer unknown: open pages are closed, name and addresses taken away, then the customer is deleted, which
 * takes the saved cards along. Bills and charges stay as they were written, because the law wants them kept. Stripe
 * goes on showing what a deleted customer held, hence both. Safe to repeat; a customer of another account is not
 * found.
 */
export const eraseCustomer = async (stripe: Stripe, customer: string): Promise<void> => {
  if (await isDeleted(stripe, customer)) return;
  await closePages(stripe, customer);
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
};
