import { isKind } from "@orbline/kit/errors";
import type { Checkout } from "../domain/checkout.ts";
import { dueOf, isUnclaimed, nextLook } from "../domain/claims.ts";
import { isRefused, refuse } from "../domain/duties.ts";
import { endSource } from "../domain/sources.ts";
import type { ProviderSession } from "../domain/provider.ts";
import type { RefusalDuty, Subscription } from "../domain/subscription.ts";
import type { Fulfilment } from "./fulfil-checkout.ts";
import type { BillingDeps } from "./ports.ts";
import { confirmGone, unlessGone } from "./unless-gone.ts";

const batchSize = 100;

type AbandonDeps = Pick<BillingDeps, "checkouts" | "subscriptions" | "payments" | "clock" | "owe"> &
  Pick<BillingDeps, "records" | "report">;
type Deps = AbandonDeps &
  Pick<BillingDeps, "accounts"> & {
    fulfil: (sessionId: string) => Promise<Fulfilment>;
    claim: (purchase: { checkoutId: string; userId: string }) => Promise<unknown>;
  };

const remind = async ({ accounts, checkouts }: Deps, { id: checkoutId, plan }: Checkout) => {
  // read again: each mail holds a new link, and one that was claimed since must not get another
  const checkout = await checkouts.find(checkoutId);
  if (!checkout || !isUnclaimed(checkout)) return;
  const { guest } = checkout;
  if (!guest?.accountId || !guest.paidAt || !guest.email) return;
  const { accountId: userId, email, mailed: reminder } = guest;
  await accounts.sendClaimLink({ userId, checkoutId, plan, reminder, email });
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

const endPurchase = async (
  { subscriptions, payments, owe }: AbandonDeps,
  userId: string | undefined,
  session: ProviderSession,
) => {
  if (userId) {
    await subscriptions.update(userId, (current, now) => giveBack(current, session, now));
    owe(userId);
    return;
  }
  if (session.subscription) await payments.cancelAndRefund(session.subscription.id);
  else if (session.paymentId) await payments.refund(session.paymentId);
};

/**
 * Ends a purchase that nobody claims, and gives it back. One that has an account ends there, where the rest is owed;
 * another is ended at the provider alone, where the buyer's name and address go too. What the provider does not know
 * (any more) is reported, and the purchase ends all the same. Safe to repeat. Answers false for one that somebody has
 * claimed since it was read, which is left alone.
 */
export const abandonPurchase =
  (deps: AbandonDeps) =>
  async (checkout: Checkout): Promise<boolean> => {
    const { checkouts, payments, clock } = deps;
    const { id, sessionId, userId } = checkout;
    if (!sessionId) return true;
    if (!(await checkouts.abandon(id, clock.now()))) return false;
    const what = `giving back the purchase ${id}`;
    const orGone = <T>(objectId: string, call: () => Promise<T>) =>
      unlessGone(deps)({ what, objectId }, call);
    const session = await orGone(sessionId, () => payments.findSession(sessionId));
    const { paymentId = sessionId, customerId } = session ?? {};
    if (session) await orGone(paymentId, () => endPurchase(deps, userId, session));
    if (!userId && customerId) await orGone(customerId, () => payments.eraseCustomer(customerId));
    const gone = { abandonedAt: clock.now(), email: undefined };
    await checkouts.noteGuest(id, gone, null);
    return true;
  };

/** Without the account that could claim it there is nobody to wait for. */
const remindOrAbandon = (deps: Deps, checkout: Checkout) =>
  remind(deps, checkout).catch(async (error: unknown) => {
    if (!isKind(error, "not-found")) throw error;
    await abandonPurchase(deps)(checkout);
  });

/** A claim that died before the purchase had its effect gets it now. */
const finishClaim = async (deps: Deps, { id: checkoutId, guest }: Checkout) => {
  const userId = guest?.accountId;
  if (guest?.claimedAt && userId) {
    const about = { what: `claiming the purchase ${checkoutId}`, objectId: checkoutId };
    await unlessGone(deps)(about, () => deps.claim({ checkoutId, userId }));
  }
  await deps.checkouts.noteGuest(checkoutId, {}, null);
};

const isPaid = async (deps: Deps, sessionId: string): Promise<boolean> => {
  try {
    return ["fulfilled", "unclaimed"].includes((await deps.fulfil(sessionId)).kind);
  } catch (error) {
    if (!isKind(error, "not-found")) throw error;
    await confirmGone(deps, sessionId);
    return false;
  }
};

/**
 * The provider has the last word: should we never have heard of a payment, it has its effect now instead. @throws
 * internal when it is another account than the one that took our payments
 */
const forgetUnpaid = async (deps: Deps, { id, sessionId }: Checkout) => {
  if (!sessionId || !(await isPaid(deps, sessionId))) await deps.checkouts.forget(id);
};

/** Paid as far as we know, and the link to it is mailed. */
const isSettled = ({ status, guest }: Checkout) => status === "paid" && !!guest?.paidAt;

/**
 * Looks after purchases by e-mail alone that nobody has claimed: two reminders, and after seven days the purchase is
 * cancelled and given back; one that was never paid is forgotten then, with the address in it. Each step is safe to
 * repeat. Answers how many it looked at.
 */
export const remindOfPurchases = (deps: Deps) => async (): Promise<number> => {
  const { checkouts, clock, report } = deps;
  const due = await checkouts.findRemindable(clock.now(), batchSize);
  for (const checkout of due) {
    try {
      if (!isSettled(checkout)) await forgetUnpaid(deps, checkout);
      else if (!isUnclaimed(checkout)) await finishClaim(deps, checkout);
      else if (dueOf(checkout) === "remind") await remindOrAbandon(deps, checkout);
      else await abandonPurchase(deps)(checkout);
    } catch (error) {
      report(error);
    }
  }
  return due.length;
};
