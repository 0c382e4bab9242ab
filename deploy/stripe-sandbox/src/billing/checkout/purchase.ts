import type { CheckoutRecord, CheckoutSession, PaymentMethod } from "../../state/objects.ts";
import type { TestCard } from "../payment/cards.ts";

/** A test card that somebody entered. */
export type EnteredCard = { known: TestCard; expMonth: number; expYear: number; name: string };

/** What a buyer entered on the checkout page. */
export type Entry = { email: string; card: EnteredCard | null };

/** How an attempt to pay a session ended; `closed` means that it was complete or expired before. */
export type Attempt =
  | { kind: "complete"; session: CheckoutSession }
  | { kind: "declined"; message: string }
  | { kind: "authenticate" }
  | { kind: "closed" };

/** A buyer with everything needed to finish a session; authentication, if any, is done. */
export type Purchase = {
  session: CheckoutSession;
  record: CheckoutRecord;
  email: string;
  method: PaymentMethod | null;
};
