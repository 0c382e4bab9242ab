import { newPaymentMethod } from "../../shapes/payment-method.ts";
import { change, create } from "../../state/events.ts";
import type { PaymentMethod } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";
import { fingerprint, type TestCard } from "./cards.ts";

export type EnteredCard = { known: TestCard; expMonth: number; expYear: number; name: string };

/** Stores an entered card as a detached payment method, without its number. */
export function saveCard(
  world: World,
  { known, expMonth, expYear, name }: EnteredCard,
  email: string | null,
): PaymentMethod {
  const created = world.clock.now();
  const method = newPaymentMethod({
    created,
    brand: known.brand,
    last4: known.number.slice(-4),
    expMonth,
    expYear,
    fingerprint: fingerprint({ number: known.number, expMonth, expYear, name }),
    name: name || null,
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
}

export function attach(world: World, method: PaymentMethod, customer: string): PaymentMethod {
  return change(world, "payment_method", method, { customer }, "payment_method.attached");
}
