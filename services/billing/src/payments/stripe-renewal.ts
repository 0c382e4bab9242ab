import { Stripe } from "stripe";

/** Whether a subscription can never be charged again. */
export const hasEnded = ({ status }: Stripe.Subscription) =>
  status === "canceled" || status === "incomplete_expired";

/** Sets whether a subscription renews; answers false for one that has ended, also between question and order. */
const setRenewal = async (
  stripe: Stripe,
  subscription: Stripe.Subscription,
  stops: boolean,
): Promise<boolean> => {
  const { id } = subscription;
  if (hasEnded(subscription)) return false;
  try {
    await stripe.subscriptions.update(id, { cancel_at_period_end: stops });
    return true;
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError;
    if (isRefused && hasEnded(await stripe.subscriptions.retrieve(id))) return false;
    throw error;
  }
};

/** Lets a subscription end with its period; one that is to, or has ended, is left as it is. */
export const stopAtPeriodEnd = async (stripe: Stripe, subscriptionId: string): Promise<void> => {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  if (!subscription.cancel_at_period_end) await setRenewal(stripe, subscription, true);
};

/** Lets a subscription renew again; answers false for one that has ended. */
export const resume = async (stripe: Stripe, subscriptionId: string): Promise<boolean> =>
  setRenewal(stripe, await stripe.subscriptions.retrieve(subscriptionId), false);
