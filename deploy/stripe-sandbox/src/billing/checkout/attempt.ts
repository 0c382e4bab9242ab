import { change } from "../../state/events.ts";
import type { World } from "../../state/world.ts";
import { declineOf } from "../payment/cards.ts";
import { completePayment } from "./complete-payment.ts";
import { completeSubscription } from "./complete-subscription.ts";
import type { Attempt, Entry, Purchase } from "./purchase.ts";
import { saveCard } from "./save-card.ts";

const unauthenticated =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

const isGone = (world: World, customer: string | null) =>
  customer !== null && world.store.find("customer", customer)?.deleted === true;

/** An open session with its record. Undefined if it cannot be paid any more. */
export const payable = (world: World, id: string) => {
  const session = world.store.find("checkout.session", id);
  const record = world.store.find("sandbox.checkout", id);
  if (session?.status !== "open" || !record || session.expires_at <= world.clock.now())
    return undefined;
  return isGone(world, session.customer) ? undefined : { session, record };
};

const finish = (world: World, purchase: Purchase): Attempt =>
  purchase.session.mode === "subscription"
    ? completeSubscription(world, purchase)
    : completePayment(world, purchase);

/** Pays an open session with the entered card in one transaction. */
export const attemptCheckout = (world: World, id: string, entry: Entry): Attempt =>
  world.database.transaction(() => {
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

/** Completes or fails the authentication step of a session. */
export const confirmAuthentication = (world: World, id: string, confirmed: boolean): Attempt =>
  world.database.transaction(() => {
    const open = payable(world, id);
    const attempt = open?.record.attempt;
    if (!open || !attempt) return { kind: "closed" };
    change(world, "sandbox.checkout", open.record, { attempt: null });
    const method = world.store.find("payment_method", attempt.paymentMethod) ?? null;
    if (!confirmed || !method) return { kind: "declined", message: unauthenticated };
    return finish(world, { ...open, email: attempt.email, method });
  });
