import { newId } from "../state/ids.ts";
import type { Price, Subscription } from "../state/objects.ts";
import { planOf } from "./catalog.ts";

type Input = {
  created: number;
  customer: string;
  price: Price;
  quantity: number;
  periodEnd: number;
  trialEnd: number | null;
  missingPaymentMethod: "cancel" | "create_invoice" | "pause";
  paymentMethod: string | null;
  description: string | null;
  metadata: Record<string, string>;
};

const never = {
  application: null,
  application_fee_percent: null,
  billing_cycle_anchor_config: null,
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  canceled_at: null,
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  ended_at: null,
  latest_invoice: null,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
} satisfies Partial<Subscription>;

const settings = {
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: "charge_automatically",
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: "self" },
  },
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: "off",
  },
} satisfies Partial<Subscription>;

/** A new subscription to one price, trialing or active. */
export function newSubscription(input: Input): Subscription {
  const id = newId("sub");
  return {
    ...never,
    ...settings,
    id,
    object: "subscription",
    billing_cycle_anchor: input.trialEnd ?? input.created,
    cancel_at_period_end: false,
    created: input.created,
    currency: input.price.currency,
    customer: input.customer,
    default_payment_method: input.paymentMethod,
    description: input.description,
    items: itemsOf(id, input),
    livemode: false,
    metadata: input.metadata,
    start_date: input.created,
    status: input.trialEnd === null ? "active" : "trialing",
    trial_end: input.trialEnd,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: input.missingPaymentMethod,
      },
    },
    trial_start: input.trialEnd === null ? null : input.created,
  };
}

function itemsOf(id: string, input: Input): Subscription["items"] {
  return {
    object: "list",
    data: [
      {
        id: newId("si", 14),
        object: "subscription_item",
        billing_thresholds: null,
        created: input.created,
        current_period_end: input.periodEnd,
        current_period_start: input.created,
        current_trial: null,
        discounts: [],
        metadata: {},
        plan: planOf(input.price),
        price: input.price,
        quantity: input.quantity,
        subscription: id,
        tax_rates: [],
      },
    ],
    has_more: false,
    url: `/v1/subscription_items?subscription=${id}`,
  };
}
