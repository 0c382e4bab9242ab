import { change, emit } from "../state/events.ts";
import type { Customer } from "../state/objects.ts";
import type { World } from "../state/world.ts";
import { cancelNow } from "./subscription/cancel.ts";

const runningStatuses = new Set<string>(["trialing", "active", "past_due", "unpaid", "paused"]);

/**
 * Deletes a customer. Its subscriptions end at once and its cards are detached; invoices and
 * charges remain.
 */
export const deleteCustomer = (world: World, customer: Customer): void => {
  for (const subscription of world.store.all("subscription", { customer: customer.id }))
    if (runningStatuses.has(subscription.status)) cancelNow(world, subscription, {});
  for (const method of world.store.all("payment_method", { customer: customer.id }))
    change(world, "payment_method", method, { customer: null }, "payment_method.detached");
  emit(world, "customer.deleted", customer);
  change(world, "customer", customer, { deleted: true });
};
