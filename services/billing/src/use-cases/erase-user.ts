import { isKind } from "@orbline/kit/errors";
import { erase, isErased } from "../domain/erase.ts";
import type { Checkout } from "../domain/checkout.ts";
import type { BillingDeps } from "./ports.ts";
import { within } from "./within.ts";

/** Less than identity waits for us; what is left is done behind the answer. */
const deadlineMs = 3_000;

type Deps = Pick<BillingDeps, "subscriptions" | "checkouts"> & {
  close: (open: Checkout[]) => Promise<void>;
  discharge: (userId: string) => Promise<void>;
};

/**
 * Ends all access of a user who leaves, cancels at the provider at once and forgets the user, but for payments, which
 * hold no name. The subscription's tombstone is published when nothing is owed any more. Safe to repeat. Answers
 * whether that is so; else it is done behind the answer.
 */
export const eraseUser =
  ({ subscriptions, checkouts, close, discharge }: Deps) =>
  async (userId: string): Promise<boolean> => {
    await close(await checkouts.findOpen(userId));
    if (await subscriptions.find(userId)) {
      await subscriptions.update(userId, erase);
      await within(deadlineMs, discharge(userId)).catch((error: unknown) => {
        if (!isKind(error, "unavailable")) throw error;
      });
    }
    const left = (await subscriptions.find(userId))?.state;
    if (left && !isErased(left)) return false;
    await checkouts.eraseOf(userId);
    return true;
  };
