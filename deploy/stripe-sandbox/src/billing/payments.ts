import type Stripe from "stripe";
import { build } from "../objects/build.ts";
import type { BalanceTransaction, Charge, PaymentIntent, PaymentMethod } from "../objects/types.ts";
import { change, create, type World } from "../state/world.ts";
import { cardOf, declineOf } from "./cards.ts";

/** The result of one attempt to charge a card. */
export type Payment = { kind: "paid" | "needs_action" } | { kind: "failed"; message: string };

/** Charges the intent's amount to a card. `authenticated`: the cardholder confirmed the payment. */
export function takePayment(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  authenticated: boolean,
): Payment {
  const card = cardOf(world, method);
  if (card.charge === "declines") return fail(world, intent, method, card.declineCode);
  if (card.charge === "authenticates" && !authenticated) {
    requireAction(world, intent, method);
    return { kind: "needs_action" };
  }
  const charge = createCharge(world, intent, method, {}, "charge.succeeded");
  const paid = {
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  } as const;
  change(world, "payment_intent", intent, paid, "payment_intent.succeeded");
  // Stripe captures after the payment: the balance transaction is not in `charge.succeeded`.
  const balance_transaction = recordBalance(world, charge.id, charge.amount, "charge").id;
  change(world, "charge", charge, { balance_transaction }, "charge.updated");
  if (card.charge === "disputes")
    world.timers.schedule("charge.dispute", charge.id, world.clock.now());
  return { kind: "paid" };
}

/** The authentication by the cardholder's bank that an intent waits for. */
export const nextAction = { type: "use_stripe_sdk", use_stripe_sdk: {} } as const;

export function requireAction(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
): PaymentIntent {
  const waiting = {
    status: "requires_action",
    payment_method: method.id,
    next_action: nextAction,
  } as const;
  return change(world, "payment_intent", intent, waiting, "payment_intent.requires_action");
}

/** Records that the cardholder did not authenticate. There is no charge. */
export function failAuthentication(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
): void {
  const payment_method = method as Stripe.PaymentMethod;
  const failed = {
    status: "requires_payment_method",
    last_payment_error: { ...authenticationFailure("payment_intent"), payment_method },
    next_action: null,
    payment_method: null,
  } as const;
  change(world, "payment_intent", intent, failed, "payment_intent.payment_failed");
}

/** The error of an intent whose cardholder did not authenticate. */
export function authenticationFailure(kind: "payment_intent" | "setup_intent") {
  return {
    code: `${kind}_authentication_failure`,
    message: "The provided PaymentMethod has failed authentication. Provide another one.",
    type: "invalid_request_error",
  } as const;
}

/** Records a movement of the account's balance in cents. */
export function recordBalance(
  world: World,
  source: string,
  amount: number,
  type: "charge" | "refund" | "refund_failure" | "adjustment",
  more: Partial<BalanceTransaction> = {},
): BalanceTransaction {
  const fields = { amount, currency: "usd", source, type, ...more };
  return create(world, "balance_transaction", fields);
}

function fail(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline_code: string,
): Payment {
  const { code, message } = declineOf(decline_code);
  const payment_method = method as Stripe.PaymentMethod;
  const failure = { failure_code: code, failure_message: message };
  const declined = build(world, "charge.declined", failure, { reason: decline_code });
  const charge = createCharge(world, intent, method, declined, "charge.failed").id;
  const failed = {
    status: "requires_payment_method",
    latest_charge: charge,
    payment_method: null,
    last_payment_error: { charge, code, decline_code, message, payment_method, type: "card_error" },
  } as const;
  change(world, "payment_intent", intent, failed, "payment_intent.payment_failed");
  return { kind: "failed", message };
}

function createCharge(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  more: Partial<Charge>,
  event: string,
): Charge {
  const { amount, currency, customer, description, metadata } = intent;
  const fields = {
    amount,
    billing_details: method.billing_details,
    currency,
    customer,
    description,
    metadata,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: cardDetails(world, method, amount),
  };
  return create(world, "charge", { ...fields, ...more }, event);
}

function cardDetails(world: World, { card }: PaymentMethod, amount_authorized: number) {
  if (card === undefined) return null;
  const { brand, checks, country, exp_month, exp_year, funding, last4, regulated_status } = card;
  const details = build(world, "charge.card", {
    amount_authorized,
    brand,
    checks,
    country,
    exp_month,
    exp_year,
    fingerprint: card.fingerprint ?? null,
    funding,
    last4,
    regulated_status,
  });
  return { card: details, type: "card" };
}
