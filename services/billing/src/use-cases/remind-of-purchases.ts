import type { Checkout } from "../domain/checkout.ts";
import { dueOf, isUnclaimed, nextLook } from "../domain/claims.ts";
import { isRefused, refuse } from "../domain/duties.ts";
import { endSource } from "../domain/sources.ts";
import type { ProviderSession } from "../domain/provider.ts";
import type { RefusalDuty, Subscription } from "../domain/subscription.ts";
import type { BillingDeps } from "./ports.ts";

const batchSize = 100;

type Deps = Pick<
  BillingDeps,
  "checkouts" | "subscriptions" | "payments" | "accounts" | "clock" | "owe" | "report"
>;

const remind = async ({ accounts, checkouts }: Deps, checkout: Checkout) => {
  const { id: checkoutId, guest, plan } = checkout;
  if (!guest?.accountId || !guest.paidAt) return;
  const reminder = guest.mailed;
  await accounts.sendClaimLink({ userId: guest.accountId, checkoutId, plan, reminder });
  const mailed = reminder + 1;
  await checkouts.noteGuest(checkoutId, { mailed }, nextLook(guest.paidAt, mailed));
};

const giveBack = (current: Subscription, session: ProviderSession, now: Date): Subscription => {
  const { subscription, paymentId } = session;
  const objectId = subscription?.id ?? paymentId;
  if (!objectId || isRefused(current, objectId)) return current;
  const duty: RefusalDuty = subscription
    ? { kind: "cancel-and-refund", objectId, reason: "unclaimed" }
    : { kind: "refund", objectId, reason: "unclaimed" };
  const source = current.sources.find(({ id }) => id === objectId);
  return refuse(source ? endSource(current, source, now) : current, duty);
};

/** One that has an account ends there, where the rest is owed; another is ended at the provider alone. */
const abandon = async (deps: Deps, checkout: Checkout) => {
  const { checkouts, subscriptions, payments, clock, owe } = deps;
  if (!checkout.sessionId) return;
  const session = await payments.findSession(checkout.sessionId);
  const { userId } = checkout;
  if (userId) {
    await subscriptions.update(userId, (current, now) => giveBack(current, session, now));
    owe(userId);
  } else if (session.subscription) await payments.cancelAndRefund(session.subscription.id);
  else if (session.paymentId) await payments.refund(session.paymentId);
  const gone = { abandonedAt: clock.now(), email: undefined };
  await checkouts.noteGuest(checkout.id, gone, null);
};

/**
 * Looks after purchases by e-mail alone that nobody has claimed: two reminders, and after seven days the purchase is
 * cancelled and given back. Each step is safe to repeat. Answers how many it looked at.
 */
export const remindOfPurchases = (deps: Deps) => async (): Promise<number> => {
  const { checkouts, clock, report } = deps;
  const due = await checkouts.findRemindable(clock.now(), batchSize);
  for (const checkout of due) {
    try {
      if (!isUnclaimed(checkout)) await checkouts.noteGuest(checkout.id, {}, null);
      else if (dueOf(checkout) === "remind") await remind(deps, checkout);
      else await abandon(deps, checkout);
    } catch (error) {
      report(error);
    }
  }
  return due.length;
};
