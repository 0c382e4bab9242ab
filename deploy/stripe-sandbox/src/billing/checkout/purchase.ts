import type { CheckoutRecord, CheckoutSession, PaymentMethod } from "../../state/objects.ts";
import type { TestCard } from "../payment/cards.ts";

export type EnteredCard = { known: TestCard; expMonth: number; expYear: number; name: string };

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
export type Purchase = {
  session: CheckoutSession;
  record: CheckoutRecord;
  email: string;
  method: PaymentMethod | null;
};
