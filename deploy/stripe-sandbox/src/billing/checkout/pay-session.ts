import type {
  CheckoutRecord,
  CheckoutSession,
  PaymentMethod,
  Customer,
  Invoice,
  PaymentIntent,
} from "../../state/objects.ts";
import { declineOf } from "../payment/cards.ts";
import { change, create } from "../../state/events.ts";
import type { World } from "../../state/world.ts";
import { attach, type EnteredCard, saveCard } from "../payment/save-card.ts";
import { customerDetails } from "../../shapes/checkout-session.ts";
import { newCustomer } from "../../shapes/customer.ts";
import { startPaid } from "../subscription/create.ts";
import { cardOf, takePayment } from "../payment/payments.ts";
import { newPaymentIntent } from "../../shapes/payment-intent.ts";
import { draftInvoice, linkPayment, markPaid, openInvoice } from "../subscription/invoicing.ts";

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
export function payable(world: World, id: string) {
  const session = world.store.find("checkout.session", id);
  const record = world.store.find("sandbox.checkout", id);
  if (session?.status !== "open" || !record || session.expires_at <= world.clock.now())
    return undefined;
  return isGone(world, session.customer) ? undefined : { session, record };
}

/** Pays an open session with the entered card in one transaction. */
export function attemptCheckout(world: World, id: string, entry: Entry): Attempt {
  return world.database.transaction(() => {
    const open = payable(world, id);
    if (!open) return { kind: "closed" };
    const known = entry.card?.known;
    if (known?.entry === "declined" && open.session.mode === "subscription")
      return { kind: "declined", message: declineOf(known.declineCode).message };
    const method = entry.card && saveCard(world, entry.card, entry.email);
    if (known?.entry === "authenticates" && method) {
      const attempt = { paymentMethod: method.id, email: entry.email };
      change(world, "sandbox.checkout", open.record, { attempt });
      return { kind: "authenticate" };
    }
    return finish(world, { ...open, email: entry.email, method });
  });
}

/** Completes or fails the authentication step of a session. */
export function confirmAuthentication(world: World, id: string, confirmed: boolean): Attempt {
  return world.database.transaction(() => {
    const open = payable(world, id);
    const attempt = open?.record.attempt;
    if (!open || !attempt) return { kind: "closed" };
    change(world, "sandbox.checkout", open.record, { attempt: null });
    const method = world.store.find("payment_method", attempt.paymentMethod) ?? null;
    if (!confirmed || !method) return { kind: "declined", message: unauthenticated };
    return finish(world, { ...open, email: attempt.email, method });
  });
}

/** The customer of the session, or a new one. A customer without an email gets the entered one. */
function customerFor(world: World, { session, email, method }: Purchase): Customer {
  const known =
    session.customer === null ? undefined : world.store.find("customer", session.customer);
  if (known?.email === null) return change(world, "customer", known, { email }, "customer.updated");
  if (known) return known;
  const name = method?.billing_details.name ?? null;
  const made = newCustomer({ created: world.clock.now(), email, name });
  return create(world, "customer", made, "customer.created");
}

/** Marks a session complete and emits the event. */
function completeSession(
  world: World,
  { session, email, method }: Purchase,
  outcome: Pick<CheckoutSession, "customer" | "invoice" | "payment_intent" | "subscription">,
): CheckoutSession {
  world.timers.cancel("checkout.expire", session.id);
  return change(
    world,
    "checkout.session",
    session,
    {
      ...outcome,
      status: "complete",
      payment_status: session.amount_total === 0 ? "no_payment_required" : "paid",
      customer_details: customerDetails(email, method?.billing_details.name ?? null),
      url: null,
    },
    "checkout.session.completed",
  );
}

/**
 * Starts the subscription of a session and pays its first invoice. A declined card changes
 * nothing and the session remains open.
 */
function completeSubscription(world: World, purchase: Purchase): Attempt {
  const { session, record, method } = purchase;
  const dueNow = (session.amount_total ?? 0) > 0;
  const card = method && cardOf(world, method);
  if (dueNow && (!card || card.charge === "declines"))
    return { kind: "declined", message: declineOf(card?.declineCode ?? "").message };
  const [item] = record.lineItems;
  if (!item) throw new Error(`session ${record.id} has no line item`);
  const customer = customerFor(world, purchase);
  if (method) attach(world, method, customer.id);
  const { trialDays, missingPaymentMethod, description, metadata } = record;
  const { subscription, invoice } = startPaid(world, {
    customer,
    price: item.price,
    quantity: item.quantity ?? 1,
    trialDays,
    missingPaymentMethod,
    method,
    description,
    metadata,
  });
  const complete = completeSession(world, purchase, {
    customer: customer.id,
    invoice: invoice.id,
    payment_intent: null,
    subscription: subscription.id,
  });
  return { kind: "complete", session: complete };
}

/** Takes a one-time payment. A declined card leaves the session open with its payment intent. */
function completePayment(world: World, purchase: Purchase): Attempt {
  const { session, record, method } = purchase;
  if (!method) return { kind: "declined", message: "Enter a card." };
  if (cardOf(world, method).charge === "declines") return declined(world, purchase, method);
  const invoiced = session.invoice_creation?.enabled === true;
  const wantsCustomer =
    session.customer !== null || session.customer_creation === "always" || invoiced;
  const customer = wantsCustomer ? customerFor(world, purchase).id : null;
  if (customer !== null && record.saveCard) attach(world, method, customer);
  const intent = intentFor(world, purchase, customer);
  takePayment(world, intent, method, true);
  const invoice =
    customer !== null && invoiced ? receipt(world, purchase, customer, intent.id).id : null;
  const complete = completeSession(world, purchase, {
    customer,
    invoice,
    payment_intent: intent.id,
    subscription: null,
  });
  return { kind: "complete", session: complete };
}

function declined(world: World, purchase: Purchase, method: PaymentMethod): Attempt {
  const intent = intentFor(world, purchase, purchase.session.customer);
  const payment = takePayment(world, intent, method, true);
  change(world, "checkout.session", purchase.session, { payment_intent: intent.id });
  return { kind: "declined", message: payment.kind === "failed" ? payment.message : "" };
}

function intentFor(
  world: World,
  { session, record }: Purchase,
  customer: string | null,
): PaymentIntent {
  const known =
    session.payment_intent === null
      ? undefined
      : world.store.find("payment_intent", session.payment_intent);
  if (known) return change(world, "payment_intent", known, { customer });
  const intent = newPaymentIntent({
    created: world.clock.now(),
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "usd",
    customer,
    description: record.description,
    metadata: record.metadata,
  });
  return create(world, "payment_intent", intent, "payment_intent.created");
}

function isGone(world: World, customer: string | null) {
  return customer !== null && world.store.find("customer", customer)?.deleted === true;
}

function finish(world: World, purchase: Purchase): Attempt {
  return purchase.session.mode === "subscription"
    ? completeSubscription(world, purchase)
    : completePayment(world, purchase);
}

function receipt(world: World, purchase: Purchase, customer: string, intent: string): Invoice {
  const now = world.clock.now();
  const draft = draftInvoice(world, {
    created: now,
    customer: world.store.find("customer", customer) ?? null,
    subscription: null,
    reason: "manual",
    currency: purchase.session.currency ?? "usd",
    lines: purchase.record.lineItems.map((item) => ({
      price: item.price,
      quantity: item.quantity ?? 1,
      amount: item.amount_total,
      description: item.description ?? "",
      start: now,
      end: now,
    })),
  });
  const open = openInvoice(world, draft);
  linkPayment(world, open, intent);
  return markPaid(world, open);
}
