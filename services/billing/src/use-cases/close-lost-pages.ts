import type { Checkout } from "../domain/checkout.ts";
import type { BillingDeps } from "./ports.ts";
import { unlessGone } from "./unless-gone.ts";

const batchSize = 100;

type Deps = Pick<
  BillingDeps,
  "checkouts" | "subscriptions" | "payments" | "records" | "clock" | "report"
> & {
  close: (open: Checkout[]) => Promise<void>;
  /** How long a checkout may wait for the provider before its page counts as lost. */
  patienceMs: number;
};

const findPage = async (deps: Deps, { id, userId }: Checkout) => {
  const customerId = userId && (await deps.subscriptions.find(userId))?.state.customerId;
  if (!customerId) return undefined;
  const about = { what: `closing the page of ${id}`, objectId: customerId };
  const open = await unlessGone(deps)(about, () => deps.payments.findOpenPages(customerId));
  return open?.find(({ checkoutId }) => checkoutId === id);
};

/**
 * Closes pages that the provider opened and whose address never got here, because we died or it stayed silent: nobody
 * was led to them, and a buyer has one page at a time. Safe to repeat. Answers how many checkouts it looked at.
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
