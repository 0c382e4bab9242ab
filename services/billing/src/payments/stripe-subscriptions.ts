import type { Stripe } from "stripe";
import type { Clock, FoundSubscription } from "../use-cases/ports.ts";
import { toSnapshot } from "./stripe-snapshot.ts";

const toFound = (subscription: Stripe.Subscription, fetchedAt: Date): FoundSubscription => {
  const { userId, checkoutId } = subscription.metadata;
  return {
    snapshot: toSnapshot(subscription, fetchedAt),
    ...(userId && { userId }),
    ...(checkoutId && { checkoutId }),
  };
};

/** What Stripe holds of one subscription now. */
export const findSubscription = async (stripe: Stripe, id: string, clock: Clock) => {
  const fetchedAt = clock.now();
  return toFound(await stripe.subscriptions.retrieve(id), fetchedAt);
};

/** Every subscription at Stripe, newest first, page by page. */
export async function* allSubscriptions(stripe: Stripe, clock: Clock) {
  const fetchedAt = clock.now();
  for await (const one of stripe.subscriptions.list({ status: "all", limit: 100 }))
    yield toFound(one, fetchedAt);
}
