import type Stripe from "stripe";
import type { Payments } from "../use-cases/ports.ts";

type Request = Parameters<Payments["openSession"]>[0];

/**
 * Parameters of a hosted checkout. A trial is a subscription with `trial_period_days` (never `trial_end`) whose
 * card is always asked for; lifetime is a single payment with an invoice.
 */
export const sessionParams = (
  { checkoutId, userId, plan, priceId, customerId }: Request,
  { success, cancel }: { success: string; cancel: string },
): Stripe.Checkout.SessionCreateParams => {
  const metadata = { checkoutId, userId, plan: plan.id };
  const common = {
    client_reference_id: checkoutId,
    customer: customerId,
    line_items: [{ price: priceId, quantity: 1 }],
    success_url: success,
    cancel_url: cancel,
    metadata,
  };
  if (plan.interval === "once")
    return {
      ...common,
      mode: "payment",
      payment_intent_data: { metadata },
      invoice_creation: { enabled: true },
    };
  return {
    ...common,
    mode: "subscription",
    payment_method_collection: "always",
    subscription_data: {
      metadata,
      ...(plan.trialDays > 0 && {
        trial_period_days: plan.trialDays,
        trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
      }),
    },
  };
};
