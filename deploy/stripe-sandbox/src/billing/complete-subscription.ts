import { newSubscription } from "../shapes/subscription.ts";
import { change, create, emit } from "../state/events.ts";
import type { Invoice, Subscription } from "../state/objects.ts";
import type { World } from "../state/world.ts";
import type { Attempt, Purchase } from "./purchase.ts";
import { declineOf } from "./cards.ts";
import { attach, completeSession, customerFor } from "./complete-session.ts";
import { scheduleCycle } from "./cycle.ts";
import { draftInvoice, markPaid, openInvoice, payInvoice } from "./invoicing.ts";
import { cardOf } from "./payments.ts";
import { DAY, periodEndAfter } from "./periods.ts";

const subscriptionFor = (world: World, purchase: Purchase, customer: string): Subscription => {
  const { record, method } = purchase;
  const created = world.clock.now();
  const [item] = record.lineItems;
  if (!item) throw new Error(`session ${record.id} has no line item`);
  const trialEnd = record.trialDays > 0 ? created + record.trialDays * DAY : null;
  return newSubscription({
    created,
    customer,
    price: item.price,
    quantity: item.quantity ?? 1,
    periodEnd: trialEnd ?? periodEndAfter(created, created, item.price.recurring),
    trialEnd,
    missingPaymentMethod: record.missingPaymentMethod,
    paymentMethod: method?.id ?? null,
    description: record.description,
    metadata: record.metadata,
  });
};

const firstInvoice = (world: World, purchase: Purchase, subscription: Subscription): Invoice => {
  const [item] = purchase.record.lineItems;
  const [line] = subscription.items.data;
  const draft = draftInvoice(world, {
    created: world.clock.now(),
    customer: world.store.find("customer", subscription.customer) ?? null,
    subscription,
    reason: "subscription_create",
    currency: subscription.currency,
    lines:
      item && line
        ? [
            {
              price: item.price,
              quantity: item.quantity ?? 1,
              amount: item.amount_total,
              description: `${subscription.trial_end === null ? "" : "Trial period for "}${item.description}`,
              start: line.current_period_start,
              end: line.current_period_end,
            },
          ]
        : [],
  });
  return openInvoice(world, draft);
};

/**
 * Starts the subscription a session sells and pays its first invoice. A card that cannot pay
 * leaves nothing behind: the session stays open.
 */
export const completeSubscription = (world: World, purchase: Purchase): Attempt => {
  const { session, method } = purchase;
  const dueNow = (session.amount_total ?? 0) > 0;
  const card = method && cardOf(world, method);
  if (dueNow && (!card || card.charge === "declines"))
    return { kind: "declined", message: declineOf(card?.declineCode ?? "").message };
  const customer = customerFor(world, purchase);
  if (method) attach(world, method, customer.id);
  const wanted = subscriptionFor(world, purchase, customer.id);
  const started = dueNow ? { ...wanted, status: "incomplete" as const } : wanted;
  create(world, "subscription", started, "customer.subscription.created");
  const open = firstInvoice(world, purchase, started);
  if (dueNow && method) payInvoice(world, open, method, true);
  const invoice = markPaid(world, open);
  const patch = { status: wanted.status, latest_invoice: invoice.id };
  const subscription = change(world, "subscription", started, patch);
  if (dueNow)
    emit(world, "customer.subscription.updated", subscription, {
      status: "incomplete",
      latest_invoice: null,
    });
  scheduleCycle(world, subscription);
  const complete = completeSession(world, purchase, {
    customer: customer.id,
    invoice: invoice.id,
    payment_intent: null,
    subscription: subscription.id,
  });
  return { kind: "complete", session: complete };
};
