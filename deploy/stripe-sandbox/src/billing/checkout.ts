import { newPaymentMethod } from "../shapes/payment-method.ts";
import { change, create } from "../state/events.ts";
import type { PaymentMethod } from "../state/objects.ts";
import type { World } from "../state/world.ts";
import { declineOf, fingerprint } from "./cards.ts";
import { completePayment } from "./complete-payment.ts";
import { completeSubscription } from "./complete-subscription.ts";
import type { Attempt, Entry, Purchase } from "./purchase.ts";

const UNAUTHENTICATED =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

/** An open session with what it was created with; undefined when it cannot be paid any more. */
export const payable = (world: World, id: string) => {
  const session = world.store.find("checkout.session", id);
  const record = world.store.find("sandbox.checkout", id);
  if (session?.status !== "open" || !record || session.expires_at <= world.clock.now())
    return undefined;
  return { session, record };
};

const saveCard = (world: World, { email, card }: Entry): PaymentMethod | null => {
  if (!card) return null;
  const { known, expMonth, expYear, name } = card;
  const created = world.clock.now();
  const method = newPaymentMethod({
    created,
    brand: known.brand,
    last4: known.number.slice(-4),
    expMonth,
    expYear,
    fingerprint: fingerprint({ number: known.number, expMonth, expYear, name }),
    name,
    email,
  });
  create(world, "sandbox.card", {
    object: "sandbox.card",
    id: method.id,
    created,
    charge: known.charge,
    declineCode: known.declineCode,
  });
  return create(world, "payment_method", method);
};

const finish = (world: World, purchase: Purchase): Attempt =>
  purchase.session.mode === "subscription"
    ? completeSubscription(world, purchase)
    : completePayment(world, purchase);

/** Pays an open session with what the buyer entered, all in one transaction. */
export const attemptCheckout = (world: World, id: string, entry: Entry): Attempt =>
  world.database.transaction(() => {
    const open = payable(world, id);
    if (!open) return { kind: "closed" };
    const known = entry.card?.known;
    if (known?.entry === "declined" && open.session.mode === "subscription")
      return { kind: "declined", message: declineOf(known.declineCode).message };
    const method = saveCard(world, entry);
    if (known?.entry === "authenticates" && method) {
      const attempt = { paymentMethod: method.id, email: entry.email };
      change(world, "sandbox.checkout", open.record, { attempt });
      return { kind: "authenticate" };
    }
    return finish(world, { ...open, email: entry.email, method });
  });

/** Ends the authentication step of a session, with success or not. */
export const confirmAuthentication = (world: World, id: string, confirmed: boolean): Attempt =>
  world.database.transaction(() => {
    const open = payable(world, id);
    const attempt = open?.record.attempt;
    if (!open || !attempt) return { kind: "closed" };
    change(world, "sandbox.checkout", open.record, { attempt: null });
    const method = world.store.find("payment_method", attempt.paymentMethod) ?? null;
    if (!confirmed || !method) return { kind: "declined", message: UNAUTHENTICATED };
    return finish(world, { ...open, email: attempt.email, method });
  });
