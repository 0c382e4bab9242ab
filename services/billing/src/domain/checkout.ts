import type { Plan } from "./plans.ts";

/** Pages that a checkout may return to; their paths stand in the HTTP layer's table. */
export type ReturnPages = "subscription" | "simplified";

/** What is kept of a buyer who gave an e-mail alone. */
export type Guest = {
  /** Unset once the purchase is claimed or given back. */
  email?: string;
  termsAccepted?: boolean;
  /** SHA-256 of the secret in the browser's checkout cookie. */
  secretHash: string;
  /** Whose mailbox the link to the purchase went to. */
  accountId?: string;
  /** When the payment was first seen. */
  paidAt?: Date;
  /** Links mailed so far. */
  mailed: number;
  /** When the browser was signed in by its cookie, once. */
  loginUsedAt?: Date;
  /** When the mailed link was followed. */
  claimedAt?: Date;
  /** When giving the purchase back began, because nobody had claimed it; from then on nobody can. */
  abandoningAt?: Date;
  /** When the purchase was given back because nobody claimed it. */
  abandonedAt?: Date;
};

/** What is known of a guest's purchase once it is paid and its link mailed. */
export type SettledGuest = Required<Pick<Guest, "accountId" | "paidAt">>;

/** What changes of a guest; undefined is forgotten. */
export type GuestChanges = { [Field in keyof Guest]?: Guest[Field] | undefined };

/** One attempt to buy; the provider's session carries its id as `client_reference_id`. */
export type Checkout = {
  id: string;
  /** Absent for an e-mail alone, until the purchase belongs to an account. */
  userId?: string;
  guest?: Guest;
  plan: Plan;
  /** Which form or button it came from. */
  source: string;
  affiliateCode?: string;
  /** starting: the provider has not answered (yet); replaced: its page was closed for a newer checkout. */
  status: "starting" | "open" | "paid" | "replaced";
  sessionId?: string;
  /** The provider's hosted page. */
  url?: string;
  createdAt: Date;
  /** When a purchase by e-mail alone is looked at next: to remind of it, to give it back, or to forget it unpaid. */
  remindAt?: Date;
};

/** A new checkout that still has to be opened at the provider. */
export const newCheckout = (
  fields: Pick<Checkout, "id" | "plan" | "source" | "createdAt"> &
    Partial<Pick<Checkout, "userId" | "guest" | "affiliateCode" | "remindAt">>,
): Checkout => ({ ...fields, status: "starting" });
