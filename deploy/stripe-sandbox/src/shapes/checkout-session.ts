import type { CheckoutSession, LineItem } from "../state/objects.ts";

type Input = {
  id: string;
  created: number;
  expiresAt: number;
  mode: "payment" | "subscription";
  currency: string;
  lineItems: LineItem[];
  url: string;
  successUrl: string;
  cancelUrl: string | null;
  clientReferenceId: string | null;
  customer: string | null;
  customerEmail: string | null;
  customerCreation: "always" | "if_required" | null;
  paymentMethodCollection: "always" | "if_required" | null;
  invoiceCreation: boolean;
  metadata: Record<string, string>;
};

const never = {
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  customer_account: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  locale: null,
  managed_payments: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  recovered_from: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  subscription: null,
  wallet_options: null,
} satisfies Partial<CheckoutSession>;

const settings = {
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  payment_method_options: { card: { request_three_d_secure: "automatic" } },
  payment_method_types: ["card"],
  phone_number_collection: { enabled: false },
  saved_payment_method_options: null,
  ui_mode: "hosted_page",
} satisfies Partial<CheckoutSession>;

const invoiceData = {
  account_tax_ids: null,
  custom_fields: null,
  description: null,
  footer: null,
  issuer: null,
  metadata: {},
  rendering_options: null,
};

export function customerDetails(email: string | null, name: string | null) {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: name,
    name,
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
  };
}

export function newCheckoutSession(input: Input): CheckoutSession {
  return {
    ...never,
    ...settings,
    id: input.id,
    object: "checkout.session",
    amount_subtotal: input.lineItems.reduce((sum, item) => sum + item.amount_subtotal, 0),
    amount_total: input.lineItems.reduce((sum, item) => sum + item.amount_total, 0),
    cancel_url: input.cancelUrl,
    client_reference_id: input.clientReferenceId,
    created: input.created,
    currency: input.currency,
    customer: input.customer,
    customer_creation: input.customerCreation,
    customer_details:
      input.customerEmail === null ? null : customerDetails(input.customerEmail, null),
    customer_email: input.customer === null ? input.customerEmail : null,
    expires_at: input.expiresAt,
    invoice_creation:
      input.mode === "payment"
        ? { enabled: input.invoiceCreation, invoice_data: invoiceData }
        : null,
    livemode: false,
    metadata: input.metadata,
    mode: input.mode,
    payment_method_collection: input.paymentMethodCollection,
    payment_status: "unpaid",
    status: "open",
    success_url: input.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    url: input.url,
  };
}
