import { isKind } from "@orbline/kit/errors";
import { erase, isErased } from "../../domain/subscription/erase.ts";
import { closeCheckouts } from "../checkout/close-checkouts.ts";
import { refundUnclaimed } from "../guest/refund-unclaimed.ts";
import type { BillingDeps } from "../ports.ts";
import { withTimeout } from "../provider-calls.ts";
import { runEffects } from "../run-effects.ts";
import { eraseRecords } from "./erase-records.ts";

/** Less than identity's timeout. The background work does the rest. */
const deadlineMs = 3_000;

/**
 * Erases a user. Marks the aggregate first, so that no later change or purchase takes effect; the same write keeps a
 * self-exclusion under the hash of the email address. Then cancels subscriptions, refunds unclaimed purchases, and erases the
 * customers at the provider and our own data. Payments stay without a name. Publishes the tombstone once nothing is left to
 * undo. Safe to repeat. Returns whether everything is erased; if not, the background work continues.
 * @throws unavailable
 */
export async function eraseUser(deps: BillingDeps, userId: string): Promise<boolean> {
  const { subscriptions, checkouts } = deps;
  const addressHash = await findAddressHash(deps, userId);
  await subscriptions.update(userId, (current, now) => erase(current, now, addressHash), {
    evenErased: true,
  });
  for (const checkout of await checkouts.findMailedTo(userId))
    // A purchase that was claimed a moment ago belongs to the account and is undone with it.
    if (await refundUnclaimed(deps, checkout)) await checkouts.delete(checkout.id);
  await closeCheckouts(deps, await checkouts.findOpen(userId));
  try {
    await withTimeout(deadlineMs, runEffects(deps, userId));
  } catch (error) {
    if (!isKind(error, "unavailable")) throw error;
  }
  const erased = await subscriptions.find(userId);
  if (erased && !isErased(erased.state)) return false;
  await eraseRecords(deps, userId);
  return true;
}

/** The account stays until every service has erased its user, so the first call finds the address. */
async function findAddressHash(
  { accounts, excludedAddresses }: BillingDeps,
  userId: string,
): Promise<string | undefined> {
  try {
    const { email } = await accounts.find(userId);
    return email && excludedAddresses.hash(email);
  } catch (error) {
    if (isKind(error, "not-found")) return undefined;
    throw error;
  }
}
