import type { Subscription } from "./subscription.ts";

/** Every customer that a user is at the provider. */
export const customersOf = ({ customerId, otherCustomerIds = [] }: Subscription): string[] =>
  customerId ? [customerId, ...otherCustomerIds] : otherCustomerIds;

/** Remembers a customer that a user is at the provider besides the one that buys. */
export const alsoCustomer = (subscription: Subscription, id: string | undefined): Subscription =>
  !id || customersOf(subscription).includes(id)
    ? subscription
    : { ...subscription, otherCustomerIds: [...(subscription.otherCustomerIds ?? []), id] };

/** Makes a customer the one that buys from now on; the one before is remembered. */
export const withCustomer = (subscription: Subscription, id: string): Subscription => {
  const { otherCustomerIds: _before, ...rest } = subscription;
  const others = customersOf(subscription).filter((other) => other !== id);
  return { ...rest, customerId: id, ...(others.length > 0 && { otherCustomerIds: others }) };
};
