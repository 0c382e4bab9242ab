import { newCharge } from "../../shapes/charge.ts";
import { change, create, emit } from "../../state/events.ts";
import type { CardRecord, Charge, PaymentIntent, PaymentMethod } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";
import { declineOf } from "./cards.ts";

/** The result of one attempt to charge a card. */
export type Payment =
  | { kind: "paid"; intent: PaymentIntent; charge: Charge }
  | { kind: "failed"; intent: PaymentIntent; code: string; message: string }
  | { kind: "needs_action"; intent: PaymentIntent };

/** The behavior of a payment method's card. An unknown card pays. */
export function cardOf(
  world: World,
  method: PaymentMethod,
): Pick<CardRecord, "charge" | "declineCode"> {
  return world.store.find("sandbox.card", method.id) ?? { charge: "pays", declineCode: "" };
}

/** Charges the intent's amount to a card. `authenticated`: the cardholder confirmed the payment. */
export function takePayment(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  authenticated: boolean,
): Payment {
  const card = cardOf(world, method);
  if (card.charge === "declines") return fail(world, intent, method, card.declineCode);
  if (card.charge === "authenticates" && !authenticated) return askForAction(world, intent, method);
  return succeed(world, intent, method);
}

function fail(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  declineCode: string,
): Payment {
  const { code, message } = declineOf(declineCode);
  const made = newCharge(intent, method, world.clock.now(), { code, message, declineCode });
  const charge = create(world, "charge", made, "charge.failed");
  const failed = change(world, "payment_intent", intent, {
    status: "requires_payment_method",
    latest_charge: charge.id,
    payment_method: null,
    last_payment_error: {
      charge: charge.id,
      code,
      decline_code: declineCode,
      message,
      type: "card_error",
    },
  });
  emit(world, "payment_intent.payment_failed", failed);
  return { kind: "failed", intent: failed, code, message };
}

function askForAction(world: World, intent: PaymentIntent, method: PaymentMethod): Payment {
  const waiting = change(world, "payment_intent", intent, {
    status: "requires_action",
    payment_method: method.id,
    next_action: { type: "use_stripe_sdk", use_stripe_sdk: {} },
  });
  emit(world, "payment_intent.requires_action", waiting);
  return { kind: "needs_action", intent: waiting };
}

function succeed(world: World, intent: PaymentIntent, method: PaymentMethod): Payment {
  const made = newCharge(intent, method, world.clock.now(), null);
  const charge = create(world, "charge", made, "charge.succeeded");
  const paid = change(world, "payment_intent", intent, {
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  });
  emit(world, "payment_intent.succeeded", paid);
  if (cardOf(world, method).charge === "disputes")
    world.timers.schedule("charge.dispute", charge.id, world.clock.now());
  return { kind: "paid", intent: paid, charge };
}
