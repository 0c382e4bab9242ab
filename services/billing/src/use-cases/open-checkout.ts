import { type Checkout, newCheckout, type ReturnPages } from "../domain/checkout.ts";
import { forgetAt } from "../domain/claims.ts";
import { findPlan, type Plan } from "../domain/plans.ts";
import type { Account, NewGuest } from "../domain/account.ts";
import type { HostedPage } from "../domain/provider.ts";
import { adoptCustomer, findLostCustomers, oldestBegun } from "./lost-customers.ts";
import type { BillingDeps } from "./ports.ts";

type Provider = "priceOf" | "createCustomer" | "isDeleted" | "findCustomers" | "openSession";

type Deps = Pick<BillingDeps, "subscriptions" | "clock"> & {
  payments: Pick<BillingDeps["payments"], Provider>;
  checkouts: Pick<BillingDeps["checkouts"], "create" | "open" | "findOpen" | "findStarting">;
  newId: () => string;
  close: (open: Checkout[]) => Promise<void>;
};

/** What is to be bought, and which pages the provider leads back to. */
export type OpenCheckout = {
  plan: Plan;
  source: string;
  returnPages: ReturnPages;
  affiliateCode?: string;
};

/** What another checkout that came to no page may have left at the provider. */
const findLost = async (deps: Deps, userId: string, checkoutId: string) => {
  const since = await oldestBegun(deps, userId, checkoutId);
  return since ? (await findLostCustomers(deps, userId, since))[0] : undefined;
};

const customerOf = async (deps: Deps, account: Account, checkoutId: string) => {
  const { subscriptions, payments } = deps;
  const known = (await subscriptions.find(account.id))?.state.customerId;
  // deleted by hand in the provider's own pages, a customer can buy nothing any more
  if (known && !(await payments.isDeleted(known))) return known;
  const lost = await findLost(deps, account.id, checkoutId);
  const buyer = {
    userId: account.id,
    ...(account.email && { email: account.email }),
    ...(known && { insteadOf: known }),
  };
  const customerId = lost ?? (await payments.createCustomer(buyer));
  const { state } = await subscriptions.update(account.id, (current) =>
    adoptCustomer(current, customerId, known),
  );
  return state.customerId ?? customerId;
};

/** A page for who gives an e-mail alone; nothing but the mailed link leads from it to an account that exists. */
export const openGuestCheckout =
  ({ checkouts, payments, clock, newId }: Omit<Deps, "close" | "subscriptions">) =>
  async (guest: NewGuest, request: OpenCheckout): Promise<HostedPage> => {
    const { returnPages, source, affiliateCode } = request;
    const plan = findPlan(request.plan);
    const priceId = await payments.priceOf(plan);
    const { email, termsAccepted, secretHash } = guest;
    const createdAt = clock.now();
    const checkout = newCheckout({
      id: newId(),
      plan: plan.id,
      source,
      createdAt,
      remindAt: forgetAt(createdAt),
      guest: {
        email,
        mailed: 0,
        secretHash,
        ...(termsAccepted && { termsAccepted }),
      },
      ...(affiliateCode && { affiliateCode }),
    });
    await checkouts.create(checkout);
    const session = { checkoutId: checkout.id, email, plan, priceId, returnPages };
    const page = await payments.openSession(session);
    await checkouts.open(checkout.id, page);
    return page;
  };

const byAge = (one: Checkout, other: Checkout) =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);

/**
 * Of pages that were opened at the same moment the newest stays, and every caller is led to it. Only the newest
 * closes the others; one that comes to be open after that sees the newer one and closes itself.
 */
const keepNewest = async (
  { checkouts, close }: Deps,
  mine: Pick<Checkout, "id"> & { userId: string },
  page: HostedPage,
) => {
  const open = (await checkouts.findOpen(mine.userId)).toSorted(byAge);
  const newest = open.at(-1);
  const isMine = newest?.id === mine.id;
  await close(open.filter(({ id }) => (id === mine.id) !== isMine));
  if (!newest?.sessionId || !newest.url) return page;
  return { sessionId: newest.sessionId, url: newest.url };
};

/**
 * Opens the one hosted page that a buyer has at a time. A request that the provider kept waiting is as old as its
 * beginning: the page of a later one, which the buyer has by then, stays. @throws unavailable when the provider is down
 */
export const openCheckout =
  (deps: Deps) =>
  async (account: Account, request: OpenCheckout & { askedAt: Date }): Promise<HostedPage> => {
    const { checkouts, payments, newId } = deps;
    const { returnPages, source } = request;
    const affiliateCode = request.affiliateCode ?? account.affiliateCode;
    const plan = findPlan(request.plan);
    const priceId = await payments.priceOf(plan);
    const checkout = newCheckout({
      id: newId(),
      userId: account.id,
      plan: plan.id,
      source,
      createdAt: request.askedAt,
      ...(affiliateCode && { affiliateCode }),
    });
    const { id: checkoutId } = checkout;
    const userId = account.id;
    // stored before anything is made at the provider, so that this can be found again whatever becomes of us
    await checkouts.create(checkout);
    const customerId = await customerOf(deps, account, checkoutId);
    const session = { checkoutId, userId, plan, priceId, customerId, returnPages };
    const page = await payments.openSession(session);
    await checkouts.open(checkoutId, page);
    return keepNewest(deps, { id: checkoutId, userId }, page);
  };
