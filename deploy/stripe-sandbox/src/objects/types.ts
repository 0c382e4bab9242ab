import type Stripe from "stripe";

/** Stripe's list object. */
export type List<T> = { object: "list"; data: T[]; has_more: boolean; url: string };

/** An object whose expandable fields `K` are ids. The other fields `F` differ from Stripe's type. */
type WithIds<T, K extends keyof T, F = unknown> = Omit<T, K | keyof F> & {
  [P in K]: string | null;
} & F;

/** Stored objects: ids are never expanded, and decimals are strings as in JSON. */
export type Price = WithIds<
  Stripe.Price,
  never,
  { unit_amount_decimal: string | null; product: string }
>;
export type Plan = WithIds<Stripe.Plan, never, { amount_decimal: string | null; product: string }>;
export type Product = Stripe.Product;
export type Customer = WithIds<
  Stripe.Customer,
  never,
  {
    deleted?: true;
    invoice_settings: WithIds<Stripe.Customer.InvoiceSettings, "default_payment_method">;
  }
>;
export type CustomerBalanceTransaction = WithIds<
  Stripe.CustomerBalanceTransaction,
  "invoice",
  { customer: string }
>;
export type LineItem = WithIds<Stripe.LineItem, never, { price: Price }>;
export type CheckoutSession = Omit<
  WithIds<Stripe.Checkout.Session, "customer" | "invoice" | "payment_intent" | "subscription">,
  "line_items"
>;
export type SubscriptionItem = WithIds<
  Stripe.SubscriptionItem,
  never,
  { price: Price; plan: Plan }
>;
export type Subscription = WithIds<
  Stripe.Subscription,
  "latest_invoice" | "default_payment_method",
  { customer: string; items: List<SubscriptionItem> }
>;
export type InvoiceLine = WithIds<
  Stripe.InvoiceLineItem,
  "subscription",
  {
    quantity_decimal: string | null;
    pricing: {
      type: "price_details";
      price_details: { price: string; product: string };
      unit_amount_decimal: string | null;
    };
  }
>;
export type Invoice = WithIds<Stripe.Invoice, "customer", { id: string; lines: List<InvoiceLine> }>;
export type InvoiceItem = WithIds<
  Stripe.InvoiceItem,
  "invoice",
  { customer: string; pricing: InvoiceLine["pricing"]; quantity_decimal: string | null }
>;
export type InvoicePayment = Stripe.InvoicePayment;
export type PaymentMethod = WithIds<Stripe.PaymentMethod, "customer">;
export type PaymentIntent = WithIds<
  Stripe.PaymentIntent,
  "customer" | "latest_charge" | "payment_method"
>;
export type SetupIntent = WithIds<Stripe.SetupIntent, "customer" | "payment_method">;
export type BalanceTransaction = Stripe.BalanceTransaction;
export type Charge = WithIds<Stripe.Charge, "customer" | "payment_intent">;
export type Refund = WithIds<Stripe.Refund, "payment_intent", { charge: string }>;
export type Dispute = WithIds<Stripe.Dispute, "payment_intent", { charge: string }>;
export type PortalSession = Stripe.BillingPortal.Session;
export type PortalConfiguration = Stripe.BillingPortal.Configuration;
export type WebhookEndpoint = Stripe.WebhookEndpoint;
export type TestClock = Stripe.TestHelpers.TestClock;

/** A stored event. `pending_webhooks` is computed for each response. */
export type Event = Omit<Stripe.EventBase, "data" | "type"> & {
  object: "event";
  type: string;
  data: { object: object; previous_attributes?: object | undefined };
};

/** How a test card behaves, stored beside its payment method. The number is never stored. */
export type CardRecord = {
  object: "sandbox.card";
  id: string;
  created: number;
  /** All but `declines` pay. `disputes` and `refund_fails` fail later. */
  charge: "pays" | "declines" | "authenticates" | "disputes" | "refund_fails";
  declineCode: string;
};

/** The parameters of a checkout session that Stripe's session object does not include. */
export type CheckoutRecord = {
  object: "sandbox.checkout";
  id: string;
  created: number;
  lineItems: LineItem[];
  trialDays: number;
  missingPaymentMethod: "cancel" | "create_invoice" | "pause";
  description: string | null;
  metadata: Record<string, string>;
  saveCard: boolean;
  /** The attempt that waits for authentication. */
  attempt: { paymentMethod: string; email: string } | null;
  /** The payment intent or setup intent of the attempts so far. */
  intent: string | null;
};

/** The stored kinds by the value of `object`. */
export type Stored = {
  price: Price;
  product: Product;
  customer: Customer;
  customer_balance_transaction: CustomerBalanceTransaction;
  "checkout.session": CheckoutSession;
  "billing_portal.configuration": PortalConfiguration;
  "billing_portal.session": PortalSession;
  subscription: Subscription;
  invoice: Invoice;
  invoiceitem: InvoiceItem;
  invoice_payment: InvoicePayment;
  payment_method: PaymentMethod;
  payment_intent: PaymentIntent;
  setup_intent: SetupIntent;
  balance_transaction: BalanceTransaction;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  event: Event;
  webhook_endpoint: WebhookEndpoint;
  "test_helpers.test_clock": TestClock;
  "sandbox.card": CardRecord;
  "sandbox.checkout": CheckoutRecord;
};
export type Kind = keyof Stored;

type CardDetails = NonNullable<NonNullable<Charge["payment_method_details"]>["card"]>;

/** Every object that a template describes: the stored kinds and parts of them. */
export type Shapes = Stored & {
  billing_details: PaymentMethod["billing_details"];
  "charge.card": CardDetails;
  "charge.declined": Partial<Charge>;
  customer_details: NonNullable<CheckoutSession["customer_details"]>;
  item: LineItem;
  line_item: InvoiceLine;
  "payment_method.card": NonNullable<PaymentMethod["card"]>;
  plan: Plan;
  subscription_item: SubscriptionItem;
};
