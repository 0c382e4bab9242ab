import { dueAfter, newInvoice, newInvoicePayment } from "../../shapes/invoice.ts";
import { newPaymentIntent } from "../../shapes/payment-intent.ts";
import { change, create, emit } from "../../state/events.ts";
import type { Invoice, PaymentIntent, PaymentMethod, Subscription } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";
import { type Payment, takePayment } from "../payment/payments.ts";

/** The subscription of an invoice, read from `parent`. */
export function subscriptionOf(world: World, invoice: Invoice): Subscription | undefined {
  const id = invoice.parent?.subscription_details?.subscription;
  return typeof id === "string" ? world.store.find("subscription", id) : undefined;
}

export function draftInvoice(world: World, input: Parameters<typeof newInvoice>[0]): Invoice {
  return create(world, "invoice", newInvoice(input), "invoice.created");
}

/**
 * Finalizes a draft: assigns its number, applies the customer's credit and opens it for payment.
 */
export function openInvoice(world: World, invoice: Invoice): Invoice {
  const now = world.clock.now();
  const open = change(world, "invoice", invoice, {
    ...settleBalance(world, invoice),
    status: "open",
    hosted_invoice_url: `${world.publicUrl()}/i/${invoice.id}`,
    number: `ORB-${String(world.settings.next("invoice.number")).padStart(6, "0")}`,
    effective_at: now,
    automatically_finalizes_at: null,
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  });
  emit(world, "invoice.finalized", open);
  return open;
}

/**
 * Closes an open invoice as paid. Stripe counts the first attempt and its own retries, but no
 * later manual attempt.
 */
export function markPaid(world: World, invoice: Invoice, byHand = false): Invoice {
  const now = world.clock.now();
  const counts = invoice.amount_due > 0 && (!byHand || invoice.attempt_count === 0);
  const paid = change(world, "invoice", invoice, {
    status: "paid",
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + (counts ? 1 : 0),
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  for (const link of world.store.all("invoice_payment", { invoice: invoice.id })) {
    change(world, "invoice_payment", link, {
      status: "paid",
      amount_paid: invoice.amount_due,
      status_transitions: { canceled_at: null, paid_at: now },
    });
  }
  emit(world, "invoice.paid", paid);
  emit(world, "invoice.payment_succeeded", paid);
  return paid;
}

/** Links a payment intent to the invoice. */
export function linkPayment(world: World, invoice: Invoice, paymentIntent: string) {
  return create(
    world,
    "invoice_payment",
    newInvoicePayment(invoice, paymentIntent, world.clock.now()),
  );
}

/** Tries to charge an open invoice to a card. Does not change the invoice. */
export function payInvoice(
  world: World,
  invoice: Invoice,
  method: PaymentMethod,
  authenticated: boolean,
): Payment {
  const what = invoice.billing_reason === "subscription_create" ? "creation" : "update";
  const intent =
    linkedIntent(world, invoice) ?? newIntentFor(world, invoice, `Subscription ${what}`);
  return takePayment(world, intent, method, authenticated);
}

/**
 * Applies the customer's balance to an invoice. A negative total becomes credit for later invoices.
 */
function settleBalance(world: World, { customer, total }: Invoice): Partial<Invoice> {
  const owner = customer === null ? undefined : world.store.find("customer", customer);
  const balance = owner?.balance ?? 0;
  const due = dueAfter(total, balance);
  const rest = total + balance - due;
  if (owner && rest !== balance)
    change(world, "customer", owner, { balance: rest }, "customer.updated");
  return {
    amount_due: due,
    amount_remaining: due,
    starting_balance: balance,
    ending_balance: rest,
  };
}

function linkedIntent(world: World, invoice: Invoice): PaymentIntent | undefined {
  const link = world.store.first("invoice_payment", { invoice: invoice.id });
  const id = link?.payment.payment_intent;
  return typeof id === "string" ? world.store.find("payment_intent", id) : undefined;
}

function newIntentFor(world: World, invoice: Invoice, description: string): PaymentIntent {
  const intent = newPaymentIntent({
    created: world.clock.now(),
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description,
    metadata: {},
  });
  create(world, "payment_intent", intent, "payment_intent.created");
  linkPayment(world, invoice, intent.id);
  return intent;
}
