import type { Checkout } from "./checkout.ts";

const dayMs = 86_400_000;

/** Days from the payment to each reminder of a purchase that nobody has claimed, and to its end. */
const reminderDays = [2, 5] as const;
const abandonDays = 7;

/** How long the browser that began a checkout may be signed in by its cookie; milliseconds. */
export const checkoutLoginMs = 2 * 3_600_000;

/** When a purchase is looked at next after so many mails. */
export const nextLook = (paidAt: Date, mailed: number): Date =>
  new Date(paidAt.getTime() + (reminderDays[mailed - 1] ?? abandonDays) * dayMs);

/** When a page by e-mail alone that was never paid is forgotten; the provider tells of a payment for three days. */
export const forgetAt = (openedAt: Date): Date =>
  new Date(openedAt.getTime() + abandonDays * dayMs);

/** Whether a purchase by e-mail alone still waits for who follows the mailed link. */
export const isUnclaimed = ({ guest, status }: Checkout): boolean =>
  !!guest && status === "paid" && !guest.claimedAt && !guest.abandonedAt;

/** What is due for an unclaimed purchase: another mail, or its end, also where that has begun. */
export const dueOf = ({ guest }: Checkout): "remind" | "abandon" =>
  !guest?.abandoningAt && (guest?.mailed ?? 0) <= reminderDays.length ? "remind" : "abandon";
