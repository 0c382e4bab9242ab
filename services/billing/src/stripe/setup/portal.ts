import type Stripe from "stripe";
import { changeOrName, type Finding, type Setup } from "./setup.ts";

/** Users change their plan and their email address in the product; the portal is for cards, invoices and cancellation. */
const features = {
  customer_update: { enabled: false },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: "at_period_end" },
  subscription_update: { enabled: false },
} as const satisfies Stripe.BillingPortal.ConfigurationUpdateParams["features"];

/** Sets the default settings of the customer portal. Stripe creates them when they are saved once in the dashboard. */
export async function setUpPortal(stripe: Stripe, setup: Setup): Promise<Finding> {
  const [found] = (
    await stripe.billingPortal.configurations.list({ is_default: true, active: true, limit: 1 })
  ).data;
  if (!found)
    return {
      result: "todo",
      text: "customer portal: save its settings once at https://dashboard.stripe.com/settings/billing/portal (test mode: /test/settings/billing/portal), then repeat",
    };
  const wanted = {
    features,
    business_profile: {
      privacy_policy_url: `${setup.origin}/privacy`,
      terms_of_service_url: `${setup.origin}/terms`,
    },
  };
  const text = `customer portal ${found.id}: cards, invoices, cancellation at the end of the period`;
  if (contains(found, wanted)) return { result: "kept", text };
  return changeOrName(setup, text, () =>
    stripe.billingPortal.configurations.update(found.id, wanted),
  );
}

/** Whether an object has every value of another one, at any depth. */
function contains(actual: unknown, wanted: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null) return actual === wanted;
  return Object.entries(wanted).every(([name, value]) =>
    contains((actual as Record<string, unknown> | null)?.[name], value),
  );
}
