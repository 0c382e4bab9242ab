import type { Stripe } from "stripe";
import type { FoundSubscription } from "../domain/provider.ts";
import type { Clock } from "../use-cases/ports.ts";
import { toSnapshot } from "./stripe-snapshot.ts";

const toFound = (subscription: Stripe.Subscription, fetchedAt: Date): FoundSubscription => {
  const { userId, checkoutId } = subscription.metadata;
  return {
    snapshot: toSnapshot(subscription, fetchedAt),
    ...(userId && { userId }),
    ...(checkoutId && { checkoutId }),
  };
};

const expand = ["latest_invoice"];

/** What Stripe holds of one subscription now. */
export const findSubscription = async (stripe: Stripe, id: string, clock: Clock) => {
  const fetchedAt = clock.now();
  return toFound(await stripe.subscriptions.retrieve(id, { expand }), fetchedAt);
};

/** Every subscription at Stripe, newest first, page by page. */
export async function* allSubscriptions(stripe: Stripe, clock: Clock) {
  const fetchedAt = clock.now();
  const params = { status: "all", limit: 100, expand: ["data.latest_invoice"] } as const;
  for await (const one of stripe.subscriptions.list({ ...params, expand: [...params.expand] }))
    yield toFound(one, fetchedAt);
}
