import { closeCheckouts } from "../checkout/close-checkouts.ts";
import type { BillingDeps } from "../ports.ts";

/**
 * Closes the pages of an erased user and erases the records beside the subscription. Keeps, without the user, that a
 * card had its trial. Safe to repeat.
 */
export async function eraseRecords(deps: BillingDeps, userId: string): Promise<void> {
  const { checkouts, trialCards } = deps;
  await closeCheckouts(deps, await checkouts.findOpen(userId));
  await checkouts.deleteOf(userId);
  await trialCards.anonymize(userId);
}
