import { build } from "../objects/build.ts";
import type {
  CheckoutRecord,
  CheckoutSession,
  Customer,
  PaymentIntent,
  PaymentMethod,
  SetupIntent,
} from "../objects/types.ts";
import { change, create, type World } from "../state/world.ts";
import { attach, cardOf, type EnteredCard, saveCard } from "./cards.ts";
import { draftInvoice, linkPayment, markPaid, openInvoice } from "./invoices.ts";
import { failAuthentication, requireAction, takePayment } from "./payments.ts";
import { declineSetup, failSetup, newSetup, requireSetupAction, setUp } from "./setup.ts";
import { beginSubscription, openSubscription } from "./subscriptions.ts";

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

const subscriptionFirst = "checkout.subscription_first";

/** Whether Checkout starts a subscription before its first payment, as Stripe did before 2025-03-31. */
export function startsSubscriptionFirst({ settings }: Pick<World, "settings">): boolean {
  return settings.read(subscriptionFirst, false);
}

export function setSubscriptionFirst({ settings }: World, isFirst: boolean): void {
  settings.write(subscriptionFirst, isFirst);
}

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
  const { session, record } = open;
  const method = card && saveCard(world, card, email);
  const purchase = { ...open, email, method };
  const isSetup = session.amount_total === 0;
  if (isSetup && method && card.known.entry === "declined") {
    const intent = setupOf(world, purchase);
    change(world, "sandbox.checkout", record, { intent: intent.id });
    return { kind: "declined", message: declineSetup(world, intent, method) };
  }
  if (!method || card.known.entry !== "authenticates") return finish(world, purchase);
  const intent = isSetup
    ? requireSetupAction(world, setupOf(world, purchase), method)
    : requireAction(world, intentOf(world, purchase, session.customer), method);
  const attempt = { paymentMethod: method.id, email };
  change(world, "sandbox.checkout", record, { attempt, intent: intent.id });
  return { kind: "authenticate" };
}

/** Completes or fails the authentication step of a session. */
export function confirmAuthentication(world: World, id: string, confirmed: boolean): Attempt {
  const open = payable(world, id);
  const attempt = open?.record.attempt;
  if (!open || !attempt) return { kind: "closed" };
  const record = change(world, "sandbox.checkout", open.record, { attempt: null });
  const method = world.store.find("payment_method", attempt.paymentMethod) ?? null;
  if (confirmed && method) return finish(world, { ...open, record, email: attempt.email, method });
  const payment = world.store.find("payment_intent", record.intent);
  const setup = world.store.find("setup_intent", record.intent);
  if (payment && method) failAuthentication(world, payment, method);
  if (setup && method) failSetup(world, setup, method);
  return { kind: "declined", message: unauthenticated };
}

function finish(world: World, purchase: Purchase): Attempt {
  return purchase.session.mode === "subscription"
    ? completeSubscription(world, purchase)
    : completePayment(world, purchase);
}

/**
 * Takes the first payment of a session and starts its subscription, in the order of the switch. A declined card leaves
 * the session open with its payment intent.
 */
function completeSubscription(world: World, purchase: Purchase): Attempt {
  const { session, record, method } = purchase;
  const [item] = record.lineItems;
  if (!item) throw new Error(`session ${record.id} has no line item`);
  const isSetup = session.amount_total === 0;
  if (!isSetup && (!method || isDeclined(world, method))) return decline(world, purchase);
  const customer = customerFor(world, purchase).id;
  if (method && isSetup) setUp(world, setupOf(world, purchase), method, customer);
  else if (method) attach(world, method, customer);
  const { price, quantity } = item;
  const wanted = { ...record, customer, price, quantity: quantity ?? 1, method };
  const pay = () => (method && !isSetup ? charge(world, purchase, customer, method).id : null);
  const paysFirst = !startsSubscriptionFirst(world);
  const earlier = paysFirst ? pay() : null;
  const { subscription, invoice } = openSubscription(world, wanted, { isPaid: paysFirst });
  const intent = earlier ?? pay();
  if (intent !== null) linkPayment(world, invoice, intent);
  markPaid(world, invoice);
  beginSubscription(world, subscription);
  const made = { customer, invoice: invoice.id, subscription: subscription.id };
  return completeSession(world, purchase, made);
}

/** Takes a one-time payment. A declined card leaves the session open with its payment intent. */
function completePayment(world: World, purchase: Purchase): Attempt {
  const { session, record, method } = purchase;
  if (!method || isDeclined(world, method)) return decline(world, purchase);
  const isInvoiced = session.invoice_creation?.enabled === true;
  const needsCustomer =
    session.customer !== null || session.customer_creation === "always" || isInvoiced;
  const customer = needsCustomer ? customerFor(world, purchase).id : null;
  if (customer !== null && record.saveCard) attach(world, method, customer);
  const { id: payment_intent } = charge(world, purchase, customer, method);
  const invoice =
    customer !== null && isInvoiced ? receipt(world, purchase, customer, payment_intent) : null;
  return completeSession(world, purchase, { customer, invoice, payment_intent });
}

function isDeclined(world: World, method: PaymentMethod): boolean {
  return cardOf(world, method).charge === "declines";
}

/** Tries a card that declines, and keeps the payment intent for the next attempt. */
function decline(world: World, purchase: Purchase): Attempt {
  const { session, record, method } = purchase;
  if (!method) return { kind: "declined", message: "Enter a card." };
  const { id: intent, payment } = charge(world, purchase, session.customer, method);
  change(world, "sandbox.checkout", record, { intent });
  if (session.mode === "payment")
    change(world, "checkout.session", session, { payment_intent: intent });
  return { kind: "declined", message: payment.kind === "failed" ? payment.message : "" };
}

/** The customer of the session, or a new one. A customer without an email gets the entered one. */
function customerFor(world: World, { session, email, method }: Purchase): Customer {
  const known = world.store.find("customer", session.customer);
  if (known?.email === null) return change(world, "customer", known, { email }, "customer.updated");
  const name = method?.billing_details.name ?? null;
  return known ?? create(world, "customer", { email, name }, "customer.created");
}

function charge(world: World, purchase: Purchase, customer: string | null, method: PaymentMethod) {
  const intent = intentOf(world, purchase, customer);
  return { id: intent.id, payment: takePayment(world, intent, method, true) };
}

/** The payment intent of an earlier attempt, or a new one. */
function intentOf(
  world: World,
  { session, record }: Purchase,
  customer: string | null,
): PaymentIntent {
  const known = world.store.find("payment_intent", record.intent);
  if (known) return change(world, "payment_intent", known, { customer });
  const isSubscription = session.mode === "subscription";
  return create(
    world,
    "payment_intent",
    {
      amount: session.amount_total ?? 0,
      currency: session.currency ?? "usd",
      customer,
      description: isSubscription ? "Subscription creation" : record.description,
      metadata: isSubscription ? {} : record.metadata,
    },
    "payment_intent.created",
  );
}

/** The setup intent of an earlier attempt, or a new one. */
function setupOf(world: World, { session, record }: Purchase): SetupIntent {
  return world.store.find("setup_intent", record.intent) ?? newSetup(world, session.customer);
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
