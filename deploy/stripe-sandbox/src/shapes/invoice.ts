import { newId } from "../state/ids.ts";
import type {
  Customer,
  Invoice,
  InvoiceLine,
  InvoicePayment,
  Price,
  Subscription,
} from "../state/objects.ts";

export type LineInput = {
  price: Price;
  quantity: number;
  amount: number;
  description: string;
  start: number;
  end: number;
  /** Set for credits and charges of a partial period. */
  proration?: boolean;
};

type Input = {
  created: number;
  customer: Customer | null;
  subscription: Subscription | null;
  reason:
    | "manual"
    | "subscription_create"
    | "subscription_cycle"
    | "subscription_update"
    | "upcoming";
  currency: string;
  lines: LineInput[];
  metadata?: Record<string, string>;
  description?: string | null;
  finalizesAt?: number;
};

const never = {
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  last_finalization_error: null,
  latest_revision: null,
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Invoice>;

const settings = {
  account_country: "US",
  account_name: "Orbline",
  automatic_tax: {
    disabled_reason: null,
    enabled: false,
    liability: null,
    provider: null,
    status: null,
  },
  collection_method: "charge_automatically",
  issuer: { type: "self" },
  payment_settings: {
    default_mandate: null,
    payment_method_options: null,
    payment_method_types: null,
  },
} satisfies Partial<Invoice>;

/** The amount due after applying the balance, in cents. A negative balance is credit. */
export function dueAfter(total: number, balance: number): number {
  return Math.max(0, total + balance);
}

/** A draft invoice. Amounts are cents. */
export function newInvoice(input: Input): Invoice {
  const id = newId(input.reason === "upcoming" ? "upcoming_in" : "in");
  const { subscription, created } = input;
  const total = input.lines.reduce((sum, line) => sum + line.amount, 0);
  const balance = input.customer?.balance ?? 0;
  const due = dueAfter(total, balance);
  return {
    ...never,
    ...settings,
    ...customerFields(input.customer),
    id,
    object: "invoice",
    amount_due: due,
    amount_remaining: due,
    auto_advance: true,
    automatically_finalizes_at: input.finalizesAt ?? null,
    billing_reason: input.reason,
    created,
    currency: input.currency,
    description: input.description ?? null,
    lines: {
      object: "list",
      data: input.lines.map((line) => newLine(id, subscription, line)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: input.metadata ?? {},
    parent: subscription && {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    period_end: input.lines[0]?.end ?? created,
    period_start: input.lines[0]?.start ?? created,
    starting_balance: balance,
    status: "draft",
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  };
}

export function newInvoicePayment(
  invoice: Invoice,
  paymentIntent: string,
  created: number,
): InvoicePayment {
  return {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
}

function customerFields(customer: Customer | null) {
  return {
    customer: customer?.id ?? null,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_tax_exempt: customer?.tax_exempt ?? null,
  };
}

function newLine(invoice: string, subscription: Subscription | null, line: LineInput) {
  return {
    id: newId("il"),
    object: "line_item" as const,
    amount: line.amount,
    currency: line.price.currency,
    description: line.description,
    discount_amounts: [],
    discountable: line.proration !== true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription?.metadata ?? {},
    parent: parentOfLine(subscription, line.proration ?? false),
    period: { start: line.start, end: line.end },
    pretax_credit_amounts: [],
    pricing: {
      type: "price_details" as const,
      price_details: { price: line.price.id, product: line.price.product },
      unit_amount_decimal: String(line.quantity === 0 ? 0 : line.amount / line.quantity),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: subscription?.id ?? null,
    subtotal: line.amount,
    taxes: [],
  };
}

function parentOfLine(
  subscription: Subscription | null,
  proration: boolean,
): InvoiceLine["parent"] {
  return (
    subscription && {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: subscription.items.data[0]?.id ?? "",
      },
      type: "subscription_item_details",
    }
  );
}
