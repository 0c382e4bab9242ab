import { z } from "zod";
import { bool, email, integer, listOf, metadata, text, url } from "../../http/params.ts";

const lineItem = z.strictObject({ price: text(), quantity: integer(1, 999_999) });

const message = z.strictObject({ message: text(1200) }).optional();

export const trialSettings = z.strictObject({
  end_behavior: z.strictObject({
    missing_payment_method: z.enum(["cancel", "create_invoice", "pause"]),
  }),
});

const subscriptionData = z.strictObject({
  description: text(500).optional(),
  metadata: metadata.optional(),
  trial_period_days: integer(1, 730).optional(),
  trial_settings: trialSettings.optional(),
});

const paymentIntentData = z.strictObject({
  description: text(1000).optional(),
  metadata: metadata.optional(),
  setup_future_usage: z.enum(["off_session", "on_session"]).optional(),
});

/** The supported parameters of a new checkout session. */
export const checkoutParams = {
  allow_promotion_codes: z.enum(["false"]).optional(),
  billing_address_collection: z.enum(["auto"]).optional(),
  cancel_url: url.optional(),
  client_reference_id: text(200).optional(),
  custom_text: z
    .strictObject({
      after_submit: message,
      submit: message,
      terms_of_service_acceptance: message,
    })
    .optional(),
  customer: text().optional(),
  customer_creation: z.enum(["always", "if_required"]).optional(),
  customer_email: email.optional(),
  expires_at: integer().optional(),
  invoice_creation: z.strictObject({ enabled: bool }).optional(),
  line_items: listOf(lineItem, 1),
  locale: z.enum(["auto", "en"]).optional(),
  metadata: metadata.optional(),
  mode: z.enum(["payment", "subscription"]),
  payment_intent_data: paymentIntentData.optional(),
  payment_method_collection: z.enum(["always", "if_required"]).optional(),
  subscription_data: subscriptionData.optional(),
  success_url: url,
  ui_mode: z.enum(["hosted_page"]).optional(),
};

export type CheckoutParams = z.output<z.ZodObject<typeof checkoutParams>>;
