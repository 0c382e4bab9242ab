import { newPaymentIntent } from "../../shapes/payment-intent.ts";
import { change, create } from "../../state/events.ts";
import type { Invoice, PaymentIntent, PaymentMethod } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";
import type { Attempt, Purchase } from "./purchase.ts";
import { attach, completeSession, customerFor } from "./complete-session.ts";
import { draftInvoice, linkPayment, markPaid, openInvoice } from "../subscription/invoicing.ts";
import { cardOf, takePayment } from "../payment/payments.ts";

const intentFor = (
  world: World,
  { session, record }: Purchase,
  customer: string | null,
): PaymentIntent => {
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
};

const declined = (world: World, purchase: Purchase, method: PaymentMethod): Attempt => {
  const intent = intentFor(world, purchase, purchase.session.customer);
  const payment = takePayment(world, intent, method, true);
  change(world, "checkout.session", purchase.session, { payment_intent: intent.id });
  return { kind: "declined", message: payment.kind === "failed" ? payment.message : "" };
};

const receipt = (world: World, purchase: Purchase, customer: string, intent: string): Invoice => {
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
};

/**
 * Takes a one-time payment. After a declined card the session remains open and keeps its payment
 * intent.
 */
export const completePayment = (world: World, purchase: Purchase): Attempt => {
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
};
