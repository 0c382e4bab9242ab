import { isKind } from "@orbline/kit/errors";
import { type Checkout, dueOf, isUnclaimed, nextLook } from "../../domain/checkout.ts";
import { fulfillCheckout } from "../checkout/fulfill-checkout.ts";
import type { BillingDeps } from "../ports.ts";
import { ignoreMissing } from "../provider-calls.ts";
import { claimCheckout } from "./claim.ts";
import { refundUnclaimed } from "./refund-unclaimed.ts";

const batchSize = 100;

/**
 * Follows up guest purchases: sends two reminders of a purchase that is neither claimed nor signed in to, and refunds
 * it after seven days. Deletes an unpaid checkout at that time, with its email address. Each step is safe to repeat.
 * Returns the number of checkouts.
 */
export async function followUpGuests(deps: BillingDeps): Promise<number> {
  const { checkouts, clock, report } = deps;
  const due = await checkouts.findRemindable(clock.now(), batchSize);
  for (const checkout of due) {
    try {
      if (!isSettled(checkout)) await deleteUnpaid(deps, checkout);
      else if (!isUnclaimed(checkout)) await finishClaim(deps, checkout);
      else if (dueOf(checkout) === "remind") await remindOrRefund(deps, checkout);
      else await refundUnclaimed(deps, checkout);
    } catch (error) {
      report(error);
    }
  }
  return due.length;
}

/** Whether billing knows that a checkout is paid and has sent its link. */
function isSettled({ status, guest }: Checkout): boolean {
  return status === "paid" && !!guest?.paidAt;
}

/** Deletes a checkout unless the provider knows of a payment, which it then applies. */
async function deleteUnpaid(deps: BillingDeps, { id, sessionId }: Checkout): Promise<void> {
  if (!sessionId || !(await isPaid(deps, sessionId))) await deps.checkouts.delete(id);
}

async function isPaid(deps: BillingDeps, sessionId: string): Promise<boolean> {
  try {
    return ["fulfilled", "unclaimed"].includes((await fulfillCheckout(deps, sessionId)).kind);
  } catch (error) {
    if (isKind(error, "not-found")) return false;
    throw error;
  }
}

/** Completes a claim that was interrupted before the purchase took effect, and ends the follow-up. */
async function finishClaim(deps: BillingDeps, { id: checkoutId, guest }: Checkout): Promise<void> {
  const userId = guest?.accountId;
  if (guest?.claimedAt && userId)
    await ignoreMissing(deps, `claiming the purchase ${checkoutId}`, () =>
      claimCheckout(deps, { checkoutId, userId }),
    );
  await deps.checkouts.updateGuest(checkoutId, { email: undefined }, null);
}

/** Without an account that could claim it, a purchase is refunded at once. */
async function remindOrRefund(deps: BillingDeps, checkout: Checkout): Promise<void> {
  try {
    await remind(deps, checkout);
  } catch (error) {
    if (!isKind(error, "not-found")) throw error;
    await refundUnclaimed(deps, checkout);
  }
}

async function remind({ accounts, checkouts }: BillingDeps, { id }: Checkout): Promise<void> {
  // Reads the purchase again, because each email contains a new link and a claimed purchase gets no email.
  const checkout = await checkouts.find(id);
  if (!checkout || !isUnclaimed(checkout)) return;
  const { guest, plan } = checkout;
  if (!guest?.accountId || !guest.paidAt || !guest.email) return;
  const { accountId: userId, email, mailed: reminder } = guest;
  await accounts.sendClaimLink({ userId, checkoutId: id, plan, reminder, email });
  const mailed = reminder + 1;
  await checkouts.updateGuest(id, { mailed }, nextLook(guest.paidAt, mailed));
}
