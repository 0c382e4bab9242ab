import { AppError } from "@orbline/kit/errors";
import { type Effect, removeEffect, scheduleEffect } from "../../domain/effects.ts";
import { assertNotErased } from "../../domain/subscription/erase.ts";
import {
  addCustomer,
  setPrimaryCustomer,
  type Subscription,
} from "../../domain/subscription/subscription.ts";
import type { BillingDeps } from "../ports.ts";

type CreateCustomer = Extract<Effect, { kind: "create-customer" }>;

type Deps = Pick<BillingDeps, "subscriptions" | "provider" | "patienceMs" | "newId">;

/**
 * Returns a user's primary customer, and creates one when there is none or when it was deleted at the provider. The
 * idempotency key is stored before the request, so that the pending effect repeats an interrupted request and gets
 * the same customer.
 * @throws not-found for an erased user, unavailable
 */
export async function findOrCreateCustomer(
  deps: Deps,
  userId: string,
  email: string | undefined,
): Promise<string> {
  const { subscriptions, provider, patienceMs, newId } = deps;
  const known = (await subscriptions.find(userId))?.state.customerId;
  const deleted = known && (await provider.isDeleted(known)) ? known : undefined;
  const { state } = await subscriptions.update(userId, (current, now) => {
    if (current.customerId !== deleted || findRequest(current)) return current;
    const dueAt = new Date(now.getTime() + patienceMs);
    const objectId = newId("customer");
    const replaces = deleted;
    return scheduleEffect(current, { kind: "create-customer", objectId, email, replaces, dueAt });
  });
  const request = findRequest(state);
  if (state.customerId && state.customerId !== deleted) return state.customerId;
  if (!request) throw new AppError("internal", "customer.none", "there is no customer request");
  return createCustomer(deps, userId, request);
}

/**
 * Sends the pending request for a customer, with its stored key, and stores the customer.
 * @throws not-found for an erased user, whose new customer is erased by another effect; unavailable
 */
export async function createCustomer(
  { subscriptions, provider }: Pick<Deps, "subscriptions" | "provider">,
  userId: string,
  request: CreateCustomer,
): Promise<string> {
  const { objectId: key, email, replaces } = request;
  const evenErased = { evenErased: true };
  let customerId: string;
  try {
    customerId = await provider.createCustomer({ userId, email }, key);
  } catch (error) {
    // The provider repeats a failed response for the same key, so the next request needs another key.
    if (!(error instanceof AppError && error.code === "payments.no-answer"))
      await subscriptions.update(userId, (state) => removeEffect(state, request), evenErased);
    throw error;
  }
  const { state } = await subscriptions.update(
    userId,
    (current) => storeCustomer(removeEffect(current, request), customerId, replaces),
    evenErased,
  );
  assertNotErased(state);
  return state.customerId ?? customerId;
}

/** Makes a new customer the primary one unless there is another; erases the customer of an erased user. */
function storeCustomer(
  current: Subscription,
  customerId: string,
  replaces: string | undefined,
): Subscription {
  if (current.erasedAt)
    return scheduleEffect(current, { kind: "erase-customer", objectId: customerId });
  return current.customerId === undefined || current.customerId === replaces
    ? setPrimaryCustomer(current, customerId)
    : addCustomer(current, customerId);
}

function findRequest({ effects }: Subscription): CreateCustomer | undefined {
  return effects.find((effect) => effect.kind === "create-customer");
}
