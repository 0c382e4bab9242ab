import { build } from "../objects/build.ts";
import type {
  CheckoutRecord,
  CheckoutSession,
  Customer,
  PaymentIntent,
  PaymentMethod,
} from "../objects/types.ts";
import { change, create, type World } from "../state/world.ts";
import { attach, cardOf, declineOf, type EnteredCard, saveCard, setUp } from "./cards.ts";
import { draftInvoice, linkPayment, markPaid, openInvoice } from "./invoices.ts";
import { takePayment } from "./payments.ts";
import { startPaid } from "./subscriptions.ts";

/** The buyer's input on the checkout page. */
export type Entry = { email: string; card: EnteredCard | null };

/**
 * The result of an attempt to pay a session. `closed`: the session was complete or expired already.
 */
export type Attempt =
  | { kind: "complete"; session: CheckoutSession }
  | { kind: "declined"; message: string }
  | { kind: "authenticate" }
  | { kind: "closed" };

/** The input for completing a session, after any authentication. */
type Purchase = {
  session: CheckoutSession;
  record: CheckoutRecord;
  email: string;
  method: PaymentMethod | null;
};

const unauthenticated =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

/** An open session with its record. Undefined if it cannot be paid any more. */
export function payable({ store, clock }: World, id: string) {
  const session = store.find("checkout.session", id);
  const record = store.find("sandbox.checkout", id);
  if (session?.status !== "open" || !record || session.expires_at <= clock.now()) return undefined;
  return store.find("customer", session.customer)?.deleted ? undefined : { session, record };
}

/** Pays an open session with the entered card. */
export function attemptCheckout(world: World, id: string, { email, card }: Entry): Attempt {
  const open = payable(world, id);
  if (!open) return { kind: "closed" };
  const known = card?.known;
  if (known?.entry === "declined" && open.session.mode === "subscription")
    return { kind: "declined", message: declineOf(known.declineCode).message };
  const method = card && saveCard(world, card, email);
  if (known?.entry === "authenticates" && method) {
    const attempt = { paymentMethod: method.id, email };
    change(world, "sandbox.checkout", open.record, { attempt });
    return { kind: "authenticate" };
  }
  return finish(world, { ...open, email, method });
}

/** Completes or fails the authentication step of a session. */
export function confirmAuthentication(world: World, id: string, confirmed: boolean): Attempt {
  const open = payable(world, id);
  const attempt = open?.record.attempt;
  if (!open || !attempt) return { kind: "closed" };
  change(world, "sandbox.checkout", open.record, { attempt: null });
  const method = world.store.find("payment_method", attempt.paymentMethod) ?? null;
  if (!confirmed || !method) return { kind: "declined", message: unauthenticated };
  return finish(world, { ...open, email: attempt.email, method });
}

function finish(world: World, purchase: Purchase): Attempt {
  return purchase.session.mode === "subscription"
    ? completeSubscription(world, purchase)
    : completePayment(world, purchase);
}

/**
 * Starts the subscription of a session and pays its first invoice. A declined card changes
 * nothing and the session remains open.
 */
function completeSubscription(world: World, purchase: Purchase): Attempt {
  const { session, record, method } = purchase;
  const card = method && cardOf(world, method);
  if (session.amount_total !== 0 && (!card || card.charge === "declines"))
    return { kind: "declined", message: declineOf(card?.declineCode ?? "").message };
  const [item] = record.lineItems;
  if (!item) throw new Error(`session ${record.id} has no line item`);
  const customer = customerFor(world, purchase).id;
  if (method) (session.amount_total === 0 ? setUp : attach)(world, method, customer);
  const { price, quantity } = item;
  const wanted = { ...record, customer, price, quantity: quantity ?? 1, method };
  const { subscription, invoice } = startPaid(world, wanted);
  const made = { customer, invoice: invoice.id, subscription: subscription.id };
  return completeSession(world, purchase, made);
}

/** Takes a one-time payment. A declined card leaves the session open with its payment intent. */
function completePayment(world: World, purchase: Purchase): Attempt {
  const { session, record, method } = purchase;
  if (!method) return { kind: "declined", message: "Enter a card." };
  if (cardOf(world, method).charge === "declines") {
    const { id, payment } = takeIntent(world, purchase, session.customer, method);
    change(world, "checkout.session", session, { payment_intent: id });
    return { kind: "declined", message: payment.kind === "failed" ? payment.message : "" };
  }
  const isInvoiced = session.invoice_creation?.enabled === true;
  const needsCustomer =
    session.customer !== null || session.customer_creation === "always" || isInvoiced;
  const customer = needsCustomer ? customerFor(world, purchase).id : null;
  if (customer !== null && record.saveCard) attach(world, method, customer);
  const { id: payment_intent } = takeIntent(world, purchase, customer, method);
  const invoice =
    customer !== null && isInvoiced ? receipt(world, purchase, customer, payment_intent) : null;
  return completeSession(world, purchase, { customer, invoice, payment_intent });
}

/** The customer of the session, or a new one. A customer without an email gets the entered one. */
function customerFor(world: World, { session, email, method }: Purchase): Customer {
  const known = world.store.find("customer", session.customer);
  if (known?.email === null) return change(world, "customer", known, { email }, "customer.updated");
  const name = method?.billing_details.name ?? null;
  return known ?? create(world, "customer", { email, name }, "customer.created");
}

/** Charges the payment intent of the session, or a new one. */
function takeIntent(
  world: World,
  { session, record }: Purchase,
  customer: string | null,
  method: PaymentMethod,
) {
  const known = world.store.find("payment_intent", session.payment_intent);
  const { description, metadata } = record;
  const amount = session.amount_total ?? 0;
  const currency = session.currency ?? "usd";
  const fields = { amount, currency, customer, description, metadata };
  const intent: PaymentIntent = known
    ? change(world, "payment_intent", known, { customer })
    : create(world, "payment_intent", fields, "payment_intent.created");
  return { id: intent.id, payment: takePayment(world, intent, method, true) };
}

/** Marks a session complete. */
function completeSession(
  world: World,
  { session, email, method }: Purchase,
  made: Partial<CheckoutSession>,
): Attempt {
  world.timers.cancel(session.id, "checkout.expire");
  const name = method?.billing_details.name ?? null;
  const customer_details = build(world, "customer_details", { email, name });
  const paid = {
    ...made,
    status: "complete",
    payment_status: session.amount_total === 0 ? "no_payment_required" : "paid",
    customer_details,
    url: null,
  } as const;
  const event = "checkout.session.completed";
  const complete = change(world, "checkout.session", session, paid, event);
  return { kind: "complete", session: complete };
}

/** The paid invoice of a one-time payment. */
function receipt(world: World, { session, record }: Purchase, customer: string, intent: string) {
  const now = world.clock.now();
  const payer = { customer, currency: session.currency ?? "usd" };
  const lines = record.lineItems.map(({ price, quantity, amount_total: amount, description }) => ({
    price,
    quantity: quantity ?? 1,
    amount,
    description: description ?? "",
    start: now,
    end: now,
  }));
  const open = openInvoice(world, draftInvoice(world, payer, { reason: "manual", lines }));
  linkPayment(world, open, intent);
  return markPaid(world, open).id;
}
