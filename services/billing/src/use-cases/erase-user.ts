import { isKind } from "@orbline/kit/errors";
import { erase, isErased } from "../domain/erase.ts";
import type { Checkout } from "../domain/checkout.ts";
import { findLostForGood, oldestBegun } from "./lost-customers.ts";
import type { BillingDeps } from "./ports.ts";
import { within } from "./within.ts";

/** Less than identity waits for us; what is left is done behind the answer. */
const deadlineMs = 3_000;

/** Longer than anything can be under way that began before. */
const settleMs = 600_000;

type Deps = Pick<BillingDeps, "subscriptions" | "checkouts" | "erasedUsers" | "clock"> &
  Pick<BillingDeps, "payments" | "records" | "trialCards" | "conversions"> & {
    close: (open: Checkout[]) => Promise<void>;
    abandon: (checkout: Checkout) => Promise<boolean>;
    discharge: (userId: string) => Promise<void>;
  };

/** What was paid by e-mail alone and waits for this account to claim it goes back: nobody else could. */
const giveBackUnclaimed = async ({ checkouts, abandon }: Deps, userId: string) => {
  for (const checkout of await checkouts.findMailedTo(userId))
    // claimed at this moment it is the account's: its effect is undone, for which it must be known
    if (await abandon(checkout)) await checkouts.forget(checkout.id);
};

/** A customer whom the provider made for a checkout that died before its answer was stored. */
const eraseLostCustomers = async (deps: Deps, userId: string) => {
  const since = await oldestBegun(deps, userId);
  if (!since) return;
  for (const id of await findLostForGood(deps, userId, since))
    await deps.payments.eraseCustomer(id);
};

/**
 * Ends all access of a user who leaves, cancels at the provider at once, has the provider forget the user, and
 * forgets the user here, but for payments, which hold no name, and that a card has had its trial and an affiliate a
 * conversion, which are nobody's from then on. What is still paid after that is undone: the user is noted as gone
 * before anything else. The subscription's tombstone is published when nothing is owed any more. Safe to repeat.
 * Answers whether that is so; else it is done behind the answer. @throws unavailable
 */
export const eraseUser =
  (deps: Deps) =>
  async (userId: string): Promise<boolean> => {
    const { subscriptions, checkouts, erasedUsers, clock, close, discharge } = deps;
    const since = clock.now();
    await erasedUsers.add(userId, { since, settlesAt: new Date(since.getTime() + settleMs) });
    await giveBackUnclaimed(deps, userId);
    await close(await checkouts.findOpen(userId));
    if (await subscriptions.find(userId)) {
      await subscriptions.update(userId, erase);
      await within(deadlineMs, discharge(userId)).catch((error: unknown) => {
        if (!isKind(error, "unavailable")) throw error;
      });
    }
    const left = (await subscriptions.find(userId))?.state;
    if (left && !isErased(left)) return false;
    await eraseLostCustomers(deps, userId);
    await checkouts.eraseOf(userId);
    await deps.trialCards.disown(userId);
    await deps.conversions.disown(userId);
    return true;
  };
