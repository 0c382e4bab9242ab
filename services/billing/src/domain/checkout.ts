import { unclaimedDays } from "@orbline/proto/constants/plans";
import type { Plan } from "./plans.ts";

const dayMs = 86_400_000;

/** Days from the payment to each reminder of an unclaimed purchase, and to its refund. */
const reminderDays = [2, 5] as const;

/** How long the browser that began a checkout may sign in by its cookie; milliseconds. */
export const checkoutLoginMs = 2 * 3_600_000;

/** Groups of pages that a checkout may return to; `http/return-urls.ts` holds their paths. */
export type ReturnPages = "subscription" | "simplified";

/** The buyer of a checkout by email alone. */
export type Guest = {
  /** Unset once the purchase is claimed or refunded. */
  email?: string | undefined;
  termsAccepted?: boolean | undefined;
  /** SHA-256 of the secret in the browser's checkout cookie. */
  secretHash: string;
  /** The account whose mailbox got the link to the purchase. */
  accountId?: string | undefined;
  /** When the payment was first seen. */
  paidAt?: Date | undefined;
  /** Number of links sent so far. */
  mailed: number;
  /** When the cookie signed the browser in; it does so once. */
  loginUsedAt?: Date | undefined;
  /** When the user followed the link in the email. */
  claimedAt?: Date | undefined;
  /** When the refund of the unclaimed purchase began; it can no longer be claimed. */
  abandoningAt?: Date | undefined;
  /** When the unclaimed purchase was refunded. */
  abandonedAt?: Date | undefined;
};

/** One attempt to buy; the checkout session at the provider carries its id as `client_reference_id`. */
export type Checkout = {
  id: string;
  /** Absent for a guest until the purchase belongs to an account. */
  userId?: string | undefined;
  guest?: Guest | undefined;
  plan: Plan;
  /** The form or button that the checkout came from. */
  source: string;
  affiliateCode?: string | undefined;
  /** starting: the provider has not answered yet. replaced: closed in favor of a newer checkout. */
  status: "starting" | "open" | "paid" | "replaced";
  /** Id of the checkout session at the provider. */
  sessionId?: string | undefined;
  /** Address of the provider's checkout page. */
  url?: string | undefined;
  createdAt: Date;
  /** When the guest's purchase is looked at next: to remind of it, to refund it, or to delete it unpaid. */
  remindAt?: Date | undefined;
};

/** The viewer of a checkout: the signed-in user, and the SHA-256 of the browser's checkout cookie. */
export type Viewer = { userId?: string | undefined; secretHash?: string | undefined };

/** Whether the viewer is the buyer, by the session or by the cookie of the browser in which the checkout began. */
export function isBuyer({ userId, guest }: Checkout, viewer: Viewer): boolean {
  return (
    (userId !== undefined && viewer.userId === userId) ||
    (guest !== undefined && viewer.secretHash === guest.secretHash)
  );
}

/** When a purchase is looked at next after this number of emails. */
export function nextLook(paidAt: Date, mailed: number): Date {
  return new Date(paidAt.getTime() + (reminderDays[mailed - 1] ?? unclaimedDays) * dayMs);
}

/** When an unpaid guest checkout is deleted; the provider reports a payment for three days. */
export function forgetAt(openedAt: Date): Date {
  return new Date(openedAt.getTime() + unclaimedDays * dayMs);
}

/** Whether a guest's purchase still waits for the user to follow the link in the email. */
export function isUnclaimed({ guest, status }: Checkout): boolean {
  return !!guest && status === "paid" && !guest.claimedAt && !guest.abandonedAt;
}

/** What an unclaimed purchase needs next: another reminder, or its refund, also when that has begun. */
export function dueOf({ guest }: Checkout): "remind" | "abandon" {
  return !guest?.abandoningAt && (guest?.mailed ?? 0) <= reminderDays.length ? "remind" : "abandon";
}
