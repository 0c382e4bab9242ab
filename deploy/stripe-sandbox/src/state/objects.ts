import type Stripe from "stripe";

/** Stripe's list object. */
export type List<T> = { object: "list"; data: T[]; has_more: boolean; url: string };

/** Stored objects: ids are never expanded, and decimals are strings as in JSON. */
export type Price = Omit<Stripe.Price, "unit_amount_decimal" | "product"> & {
  unit_amount_decimal: string | null;
  product: string;
};
export type Plan = Omit<Stripe.Plan, "amount_decimal" | "product"> & {
  amount_decimal: string | null;
  product: string;
};
export type Product = Stripe.Product;
export type Customer = Omit<Stripe.Customer, "invoice_settings" | "deleted"> & {
  deleted?: true;
  invoice_settings: Omit<Stripe.Customer.InvoiceSettings, "default_payment_method"> & {
    default_payment_method: string | null;
  };
};
export type LineItem = Omit<Stripe.LineItem, "price"> & { price: Price };
export type CheckoutSession = Omit<
  Stripe.Checkout.Session,
  "customer" | "invoice" | "payment_intent" | "subscription" | "line_items"
> & {
  customer: string | null;
  invoice: string | null;
  payment_intent: string | null;
  subscription: string | null;
};
type SubscriptionItem = Omit<Stripe.SubscriptionItem, "price" | "plan"> & {
  price: Price;
  plan: Plan;
};
export type Subscription = Omit<
  Stripe.Subscription,
  "customer" | "items" | "latest_invoice" | "default_payment_method"
> & {
  customer: string;
  items: List<SubscriptionItem>;
  latest_invoice: string | null;
  default_payment_method: string | null;
};
export type InvoiceLine = Omit<
  Stripe.InvoiceLineItem,
  "pricing" | "quantity_decimal" | "subscription"
> & {
  subscription: string | null;
  quantity_decimal: string | null;
  pricing: {
    type: "price_details";
    price_details: { price: string; product: string };
    unit_amount_decimal: string | null;
  };
};
export type Invoice = Omit<Stripe.Invoice, "customer" | "lines"> & {
  id: string;
  customer: string | null;
  lines: List<InvoiceLine>;
};
export type InvoicePayment = Stripe.InvoicePayment;
export type PaymentMethod = Omit<Stripe.PaymentMethod, "customer"> & { customer: string | null };
export type PaymentIntent = Omit<
  Stripe.PaymentIntent,
  "customer" | "latest_charge" | "payment_method"
> & { customer: string | null; latest_charge: string | null; payment_method: string | null };
export type Charge = Omit<Stripe.Charge, "customer" | "payment_intent"> & {
  customer: string | null;
  payment_intent: string | null;
};
export type Refund = Omit<Stripe.Refund, "charge" | "payment_intent"> & {
  charge: string;
  payment_intent: string | null;
};
export type Dispute = Omit<Stripe.Dispute, "charge" | "payment_intent"> & {
  charge: string;
  payment_intent: string | null;
};
export type PortalSession = Stripe.BillingPortal.Session;
export type TestClock = Stripe.TestHelpers.TestClock;

/** A stored event. `pending_webhooks` is computed for each response. */
export type Event = Omit<Stripe.EventBase, "data" | "type"> & {
  object: "event";
  type: string;
  data: { object: object; previous_attributes?: object };
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
  attempt: { paymentMethod: string; email: string } | null;
};

/** The stored kinds by the value of `object`. */
export type Stored = {
  price: Price;
  product: Product;
  customer: Customer;
  "checkout.session": CheckoutSession;
  "billing_portal.session": PortalSession;
  subscription: Subscription;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  payment_method: PaymentMethod;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  event: Event;
  "test_helpers.test_clock": TestClock;
  "sandbox.card": CardRecord;
  "sandbox.checkout": CheckoutRecord;
};
export type Kind = keyof Stored;
