import { AppError } from "@orbline/kit/errors";
import { accessOf, type Access } from "../domain/access.ts";
import { isUnclaimed } from "../domain/claims.ts";
import type { Fulfilment } from "./fulfil-checkout.ts";
import type { BillingDeps } from "./ports.ts";

type Deps = Pick<BillingDeps, "checkouts" | "subscriptions" | "clock" | "rules"> & {
  fulfil: (sessionId: string) => Promise<Fulfilment>;
  record: (paymentId: string) => Promise<boolean>;
  recordInvoice: (invoiceId: string) => Promise<boolean>;
};

const notClaimable = () =>
  new AppError("not-found", "checkout.not-claimable", "There is no such purchase to claim.");

/** What was paid before it belonged to anybody is known from now on. */
const recordPaid = async ({ record, recordInvoice }: Deps, fulfilment: Fulfilment) => {
  if (fulfilment.kind !== "fulfilled") return;
  const { paymentId, invoiceId } = fulfilment.session;
  if (paymentId) await record(paymentId);
  else if (invoiceId) await recordInvoice(invoiceId);
};

/**
 * Gives a purchase by e-mail alone to the account of who followed the mailed link. Safe to repeat for that account.
 * @throws not-found for another, for one that was given back or is about to be, and for a checkout that is not to be
 * claimed
 */
export const claimCheckout =
  (deps: Deps) =>
  async ({
    checkoutId,
    userId,
  }: {
    checkoutId: string;
    userId: string;
  }): Promise<{ access: Access; version: number }> => {
    const { checkouts, subscriptions, clock, rules, fulfil } = deps;
    const checkout = await checkouts.find(checkoutId);
    const { guest, sessionId } = checkout ?? {};
    const isTheirs = guest?.accountId === userId && guest.abandonedAt === undefined;
    if (!checkout || !sessionId || !isTheirs) throw notClaimable();
    if (!guest.claimedAt && !isUnclaimed(checkout)) throw notClaimable();
    // before it has its effect, so that nobody gives it back meanwhile; what dies on the way is finished by the sweep
    if (!(await checkouts.claim(checkoutId, userId, clock.now()))) throw notClaimable();
    await recordPaid(deps, await fulfil(sessionId));
    await checkouts.noteGuest(checkoutId, { email: undefined }, null);
    const found = await subscriptions.find(userId);
    const access = accessOf(found?.state ?? { sources: [] }, clock.now(), rules);
    return { access, version: found?.version ?? 0 };
  };
