import type { World } from "../../state/world.ts";
import { declineOf } from "../payment/cards.ts";
import { attach, completeSession, customerFor } from "./complete-session.ts";
import { startPaid } from "../subscription/create.ts";
import { cardOf } from "../payment/payments.ts";
import type { Attempt, Purchase } from "./purchase.ts";

/**
 * Starts the subscription of a session and pays its first invoice. A declined card changes
 * nothing and the session remains open.
 */
export const completeSubscription = (world: World, purchase: Purchase): Attempt => {
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
};
