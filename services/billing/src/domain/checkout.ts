import { unclaimedDays } from "@orbline/proto/constants/plans";
import type { Plan } from "./plans.ts";

const dayMs = 86_400_000;

/** Days from the payment to each reminder of an unclaimed purchase, and to its refund. */
const reminderDays = [2, 5] as const;

/** Milliseconds during which the browser that began a checkout may sign in by its cookie. */
export const checkoutLoginMs = 2 * 3_600_000;

/** Names of the page sets to which a checkout may return; `http/return-urls.ts` holds their paths. */
export type ReturnPages = "subscription" | "simplified";

/** The buyer of a checkout that has only an email address. */
export type Guest = {
  /** Unset once the purchase is claimed or refunded, or two days after its browser signed in. */
  email?: string | undefined;
  termsAccepted?: boolean | undefined;
  /** SHA-256 of the secret in the browser's checkout cookie. */
  secretHash: string;
  /** The account whose mailbox got the link to the purchase. */
  accountId?: string | undefined;
  /** When billing first saw the payment. */
  paidAt?: Date | undefined;
  /** Number of emails sent so far. */
  mailed: number;
  /** When the browser signed in by its cookie, which works once. */
  loginUsedAt?: Date | undefined;
  /** When the user followed the link in the email. */
  claimedAt?: Date | undefined;
  /** When the refund of the unclaimed purchase began; from then on nobody can claim it. */
  abandoningAt?: Date | undefined;
  /** When the unclaimed purchase was refunded. */
  abandonedAt?: Date | undefined;
};

/** One attempt to buy; the checkout session at the provider has its id in the metadata. */
export type Checkout = {
  id: string;
  /** Absent for a guest until an account owns the purchase. */
  userId?: string | undefined;
  guest?: Guest | undefined;
  plan: Plan;
  /** The form or button that started the checkout. */
  source: string;
  affiliateCode?: string | undefined;
  /** starting: the provider has not responded yet. replaced: closed in favor of a newer checkout. */
  status: "starting" | "open" | "paid" | "replaced";
  /** Id of the checkout session at the provider. */
  sessionId?: string | undefined;
  /** Address of the provider's checkout page. */
  url?: string | undefined;
  createdAt: Date;
  /** When the sweep next handles the guest's purchase: a reminder, a refund, or the deletion of an unpaid one. */
  remindAt?: Date | undefined;
};

/** The viewer of a checkout: the signed-in user, and the SHA-256 of the browser's checkout cookie. */
export type Viewer = { userId?: string | undefined; secretHash?: string | undefined };

/**
 * Whether the viewer is the buyer: by the user's session, or by the cookie of the browser that began the checkout. Once a
 * user has claimed the purchase, which may be somebody else's gift, the cookie shows nothing of that user.
 */
export function isBuyer({ userId, guest }: Checkout, viewer: Viewer): boolean {
  if (userId !== undefined && viewer.userId === userId) return true;
  return guest !== undefined && !guest.claimedAt && viewer.secretHash === guest.secretHash;
}

/** When the sweep next handles a purchase after this number of emails. */
export function nextLook(paidAt: Date, mailed: number): Date {
  return new Date(paidAt.getTime() + (reminderDays[mailed - 1] ?? unclaimedDays) * dayMs);
}

/** When an unpaid guest checkout is deleted; the provider reports a payment for three days. */
export function forgetAt(openedAt: Date): Date {
  return new Date(openedAt.getTime() + unclaimedDays * dayMs);
}

/**
 * Whether a guest's purchase still waits for its user: nobody has followed the link in the email, and the browser that
 * paid has not signed in. A browser that signed in uses the purchase, so the purchase is not refunded.
 */
export function isUnclaimed({ guest, status }: Checkout): boolean {
  if (!guest || status !== "paid") return false;
  return !guest.claimedAt && !guest.loginUsedAt && !guest.abandonedAt;
}

/** The next step for an unclaimed purchase: another reminder, or its refund, even if the refund has begun. */
export function dueOf({ guest }: Checkout): "remind" | "abandon" {
  return !guest?.abandoningAt && (guest?.mailed ?? 0) <= reminderDays.length ? "remind" : "abandon";
}
