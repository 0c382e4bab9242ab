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
  };

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
 * (any more) is reported, and the purchase ends all the same. Safe to repeat.
 */
export const abandonPurchase =
  (deps: AbandonDeps) =>
  async (checkout: Checkout): Promise<void> => {
    const { checkouts, payments, clock } = deps;
    const { id, sessionId, userId } = checkout;
    if (!sessionId) return;
    const what = `giving back the purchase ${id}`;
    const orGone = <T>(objectId: string, call: () => Promise<T>) =>
      unlessGone(deps)({ what, objectId }, call);
    const session = await orGone(sessionId, () => payments.findSession(sessionId));
    const { paymentId = sessionId, customerId } = session ?? {};
    if (session) await orGone(paymentId, () => endPurchase(deps, userId, session));
    if (!userId && customerId) await orGone(customerId, () => payments.eraseCustomer(customerId));
    const gone = { abandonedAt: clock.now(), email: undefined };
    await checkouts.noteGuest(id, gone, null);
  };

/** Without the account that could claim it there is nobody to wait for. */
const remindOrAbandon = (deps: Deps, checkout: Checkout) =>
  remind(deps, checkout).catch((error: unknown) => {
    if (!isKind(error, "not-found")) throw error;
    return abandonPurchase(deps)(checkout);
  });

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
      else if (!isUnclaimed(checkout)) await checkouts.noteGuest(checkout.id, {}, null);
      else if (dueOf(checkout) === "remind") await remindOrAbandon(deps, checkout);
      else await abandonPurchase(deps)(checkout);
    } catch (error) {
      report(error);
    }
  }
  return due.length;
};
