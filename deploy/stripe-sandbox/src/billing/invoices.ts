import { build, newId } from "../objects/build.ts";
import { nameOf } from "../objects/catalog.ts";
import type {
  Invoice,
  InvoiceItem,
  InvoiceLine,
  PaymentIntent,
  PaymentMethod,
  Price,
  Subscription,
  SubscriptionItem,
} from "../objects/types.ts";
import { change, create, type World } from "../state/world.ts";
import { addToBalance } from "./customer-balance.ts";
import { type Payment, takePayment } from "./payments.ts";
import { dollars } from "./periods.ts";

/** One line of a new invoice. Amounts are cents. */
export type Line = {
  price: Price;
  quantity: number;
  amount: number;
  description: string;
  start: number;
  end: number;
  /** Set for credits and charges of a partial period. */
  proration?: boolean;
};

/** Who pays an invoice: a subscription, or a customer once. */
type Payer = Subscription | { customer: string; currency: string };

type Draft = {
  reason: NonNullable<Invoice["billing_reason"]>;
  lines: Line[];
  finalizesAt?: number;
  /** The period that the invoice looks back on. By default it begins and ends now. */
  period?: Pick<Line, "start" | "end"> | undefined;
};

/** The line for the full price of a subscription's item in a period. */
export function fullLine(world: World, item: SubscriptionItem, start: number, end: number): Line {
  const { price, quantity = 1 } = item;
  const { unit_amount: unit, recurring } = price;
  const amount = (unit ?? 0) * quantity;
  const rate = recurring ? ` (at ${dollars(unit ?? 0)} / ${recurring.interval})` : "";
  return {
    price,
    quantity,
    amount,
    description: `${quantity} × ${nameOf(world, price)}${rate}`,
    start,
    end,
  };
}

/** A draft invoice that is not stored. */
export function newInvoice(world: World, payer: Payer, draft: Draft): Invoice {
  const { reason, lines, finalizesAt } = draft;
  const now = world.clock.now();
  const { start, end } = draft.period ?? { start: now, end: now };
  const subscription = "items" in payer ? payer : null;
  const customer = world.store.find("customer", payer.customer);
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const balance = customer?.balance ?? 0;
  const due = dueAfter(total, balance);
  const fields = {
    id: newId(reason === "upcoming" ? "upcoming_in" : "in"),
    amount_due: due,
    automatically_finalizes_at: finalizesAt,
    billing_reason: reason,
    currency: payer.currency,
    customer: customer?.id ?? null,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_tax_exempt: customer?.tax_exempt ?? null,
    parent: subscription ? undefined : null,
    starting_balance: balance,
    test_clock: world.clock.testClock() || null,
    total,
  };
  const subscribed = {
    subscription: subscription?.id ?? null,
    subscription_metadata: subscription?.metadata ?? {},
  };
  const count = lines.length;
  const invoice = build(world, "invoice", fields, { count, start, end, ...subscribed });
  invoice.lines.data = lines.map((line) => newLine(world, invoice.id, subscription, line));
  return invoice;
}

/** Stores a draft invoice, with an invoice item for each proration. */
export function draftInvoice(world: World, payer: Payer, draft: Draft): Invoice {
  const invoice = newInvoice(world, payer, draft);
  for (const line of invoice.lines.data) {
    const source = line.parent?.subscription_item_details;
    if (source?.proration) source.invoice_item = createItem(world, invoice, line).id;
  }
  return create(world, "invoice", invoice, "invoice.created");
}

/**
 * Finalizes a draft: assigns its number, applies the customer's credit and opens it for payment.
 */
export function openInvoice(
  world: World,
  invoice: Invoice,
  auto_advance = invoice.auto_advance ?? true,
): Invoice {
  const now = world.clock.now();
  const open = {
    ...settleBalance(world, invoice),
    auto_advance,
    status: "open",
    hosted_invoice_url: `${world.publicUrl()}/i/${invoice.id}`,
    invoice_pdf: `${world.publicUrl()}/i/${invoice.id}/pdf`,
    number: `ORB-${String(world.settings.next("invoice.number")).padStart(6, "0")}`,
    effective_at: now,
    automatically_finalizes_at: null,
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  } as const;
  return change(world, "invoice", invoice, open, "invoice.finalized");
}

/**
 * Closes an open invoice as paid. Stripe counts the first attempt and its own retries, but no
 * payment in a checkout and no later manual attempt.
 */
export function markPaid(world: World, invoice: Invoice, counts = false): Invoice {
  const now = world.clock.now();
  const { amount_due: amount_paid, attempt_count: attempts } = invoice;
  for (const link of world.store.all("invoice_payment", { invoice: invoice.id }))
    change(
      world,
      "invoice_payment",
      link,
      { status: "paid", amount_paid, status_transitions: { canceled_at: null, paid_at: now } },
      "invoice_payment.paid",
    );
  setDelinquent(world, invoice, false);
  const paid = {
    status: "paid",
    amount_paid,
    amount_remaining: 0,
    attempted: true,
    attempt_count: attempts + (counts ? 1 : 0),
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  } as const;
  const types = ["invoice.updated", "invoice.paid", "invoice.payment_succeeded"];
  return change(world, "invoice", invoice, paid, ...types);
}

/** Marks the customer of a failed or paid invoice. */
export function setDelinquent(world: World, { customer }: Invoice, delinquent: boolean): void {
  const owner = world.store.find("customer", customer);
  if (owner && !owner.deleted && owner.delinquent !== delinquent)
    change(world, "customer", owner, { delinquent }, "customer.updated");
}

/** Links a payment intent to the invoice. */
export function linkPayment(world: World, invoice: Invoice, payment_intent: string): void {
  create(world, "invoice_payment", {
    amount_requested: invoice.amount_due,
    currency: invoice.currency,
    invoice: invoice.id,
    payment: { payment_intent, type: "payment_intent" },
  });
}

/** Tries to charge an open invoice to a card. Does not change the invoice. */
export function payInvoice(
  world: World,
  invoice: Invoice,
  method: PaymentMethod,
  authenticated: boolean,
): Payment {
  const intent = linkedIntent(world, invoice) ?? createIntent(world, invoice);
  return takePayment(world, intent, method, authenticated);
}

/** The subscription of an invoice, read from `parent`. */
export function subscriptionOf(world: World, invoice: Invoice): Subscription | undefined {
  const id = invoice.parent?.subscription_details?.subscription;
  return typeof id === "string" ? world.store.find("subscription", id) : undefined;
}

/** The amount due after applying the balance, in cents. A negative balance is credit. */
function dueAfter(total: number, balance: number): number {
  return Math.max(0, total + balance);
}

/**
 * Applies the customer's balance to an invoice. A negative total becomes credit for later invoices. The first invoice
 * decides the customer's currency.
 */
function settleBalance(world: World, { id, customer, currency, total }: Invoice): Partial<Invoice> {
  const owner = world.store.find("customer", customer);
  const balance = owner?.balance ?? 0;
  const due = dueAfter(total, balance);
  const rest = total + balance - due;
  if (owner) {
    const next_invoice_sequence = (owner.next_invoice_sequence ?? 1) + 1;
    const types = owner.currency !== currency ? ["customer.updated"] : [];
    const counted = { currency, next_invoice_sequence };
    const changed = change(world, "customer", owner, counted, ...types);
    const reason = { type: "applied_to_invoice", invoice: id } as const;
    if (rest !== balance) addToBalance(world, changed, rest - balance, reason);
  }
  return {
    amount_due: due,
    amount_remaining: due,
    starting_balance: balance,
    ending_balance: rest,
  };
}

function newLine(
  world: World,
  invoice: string,
  subscription: Subscription | null,
  { price, quantity, amount, description, start, end, proration = false }: Line,
): InvoiceLine {
  const fields = {
    amount,
    currency: price.currency,
    description,
    discountable: !proration,
    invoice,
    metadata: subscription?.metadata ?? {},
    parent: subscription ? undefined : null,
    quantity,
    subscription: subscription?.id ?? null,
  };
  return build(world, "line_item", fields, {
    decimal: String(quantity),
    end,
    item: subscription?.items.data[0]?.id ?? "",
    price: price.id,
    product: price.product,
    proration,
    start,
    unit_amount: String(quantity === 0 ? 0 : amount / quantity),
  });
}

function createItem(
  world: World,
  { id: invoice, customer }: Invoice,
  { parent, ...line }: InvoiceLine,
): InvoiceItem {
  const { amount, currency, description, discountable, metadata } = line;
  const { period, pricing, quantity, quantity_decimal } = line;
  const { subscription, subscription_item: item } = parent?.subscription_item_details ?? {};
  const fields = {
    amount,
    currency,
    customer: customer ?? "",
    description,
    discountable,
    invoice,
    metadata,
    period,
    pricing,
    quantity: quantity ?? 1,
    quantity_decimal,
  };
  const built = build(world, "invoiceitem", fields, { subscription, item });
  return create(world, "invoiceitem", built, "invoiceitem.created");
}

/** The payment intent of an invoice, if any. */
export function linkedIntent(world: World, { id }: Invoice): PaymentIntent | undefined {
  const link = world.store.first("invoice_payment", { invoice: id })?.payment.payment_intent;
  return typeof link === "string" ? world.store.find("payment_intent", link) : undefined;
}

function createIntent(world: World, invoice: Invoice): PaymentIntent {
  const { amount_due: amount, billing_reason: reason, currency, customer } = invoice;
  const description = `Subscription ${reason === "subscription_create" ? "creation" : "update"}`;
  const fields = { amount, currency, customer, description, metadata: {} };
  const intent = create(world, "payment_intent", fields, "payment_intent.created");
  linkPayment(world, invoice, intent.id);
  return intent;
}
