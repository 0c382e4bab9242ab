import type { PaymentMethod, SetupIntent } from "../objects/types.ts";
import { change, create, type World } from "../state/world.ts";
import { attach, cardOf, declineOf } from "./cards.ts";
import { authenticationFailure, nextAction } from "./payments.ts";

export function newSetup(world: World, customer: string | null): SetupIntent {
  return create(world, "setup_intent", { customer }, "setup_intent.created");
}

/** Attaches a card after the customer agreed to later charges. */
export function setUp(
  world: World,
  intent: SetupIntent,
  method: PaymentMethod,
  customer: string,
): PaymentMethod {
  const done = {
    customer,
    last_setup_error: null,
    next_action: null,
    payment_method: method.id,
    status: "succeeded",
  } as const;
  change(world, "setup_intent", intent, done, "setup_intent.succeeded");
  return attach(world, method, customer);
}

export function requireSetupAction(
  world: World,
  intent: SetupIntent,
  method: PaymentMethod,
): SetupIntent {
  const waiting = {
    status: "requires_action",
    payment_method: method.id,
    next_action: nextAction,
  } as const;
  return change(world, "setup_intent", intent, waiting, "setup_intent.requires_action");
}

/** Records that the bank declined the card. Returns the message for the cardholder. */
export function declineSetup(world: World, intent: SetupIntent, method: PaymentMethod): string {
  const { declineCode: decline_code } = cardOf(world, method);
  const { code, message } = declineOf(decline_code);
  refuse(world, intent, method, { code, decline_code, message, type: "card_error" });
  return message;
}

/** Records that the cardholder did not authenticate. */
export function failSetup(world: World, intent: SetupIntent, method: PaymentMethod): void {
  refuse(world, intent, method, authenticationFailure("setup_intent"));
}

type SetupError = NonNullable<SetupIntent["last_setup_error"]>;

function refuse(
  world: World,
  intent: SetupIntent,
  method: PaymentMethod,
  error: Pick<SetupError, "code" | "decline_code" | "message" | "type">,
): void {
  const last_setup_error = { ...error, payment_method: method } as SetupError;
  const refused = {
    status: "requires_payment_method",
    last_setup_error,
    next_action: null,
    payment_method: null,
  } as const;
  change(world, "setup_intent", intent, refused, "setup_intent.setup_failed");
}
