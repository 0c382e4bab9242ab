import type { Checkout } from "../domain/checkout.ts";
import { adoptCustomer, findLostForGood } from "./lost-customers.ts";
import type { BillingDeps } from "./ports.ts";
import { unlessGone } from "./unless-gone.ts";

const batchSize = 100;

type Deps = Pick<
  BillingDeps,
  "checkouts" | "subscriptions" | "payments" | "records" | "erasedUsers" | "clock" | "report"
> & {
  close: (open: Checkout[]) => Promise<void>;
  eraseUser: (userId: string) => Promise<boolean>;
  /** How long a checkout may wait for the provider before its page counts as lost. */
  patienceMs: number;
};

/** Whoever leaves is noted first and erased then, and here it is the other way round. */
const findCustomer = async (deps: Deps, { createdAt }: Checkout, userId: string) => {
  const { subscriptions, erasedUsers, eraseUser } = deps;
  const lost = await findLostForGood(deps, userId, createdAt);
  if (lost.length > 0) {
    await subscriptions.update(userId, (current) =>
      lost.reduce((state, id) => adoptCustomer(state, id), current),
    );
    if (await erasedUsers.has(userId)) await eraseUser(userId);
  }
  return (await subscriptions.find(userId))?.state.customerId;
};

const findPage = async (deps: Deps, checkout: Checkout) => {
  const { id, userId } = checkout;
  const customerId = userId && (await findCustomer(deps, checkout, userId));
  if (!customerId) return undefined;
  const about = { what: `closing the page of ${id}`, objectId: customerId };
  const open = await unlessGone(deps)(about, () => deps.payments.findOpenPages(customerId));
  return open?.find(({ checkoutId }) => checkoutId === id);
};

/**
 * Closes pages that the provider opened and whose address never got here, because we died or it stayed silent: nobody
 * was led to them, and a buyer has one page at a time. A customer that never got here is remembered, for the next
 * checkout and for a deletion. Safe to repeat. Answers how many checkouts it looked at.
 */
export const closeLostPages = (deps: Deps) => async (): Promise<number> => {
  const { checkouts, clock, patienceMs, close, report } = deps;
  const before = new Date(clock.now().getTime() - patienceMs);
  const lost = await checkouts.findLost(before, batchSize);
  for (const checkout of lost) {
    try {
      const page = await findPage(deps, checkout);
      await close([{ ...checkout, ...(page && { sessionId: page.sessionId }) }]);
    } catch (error) {
      report(error);
    }
  }
  return lost.length;
};
