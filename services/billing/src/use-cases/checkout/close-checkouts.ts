import { isKind } from "@orbline/kit/errors";
import type { Checkout } from "../../domain/checkout.ts";
import type { BillingDeps } from "../ports.ts";
import { fulfillCheckout } from "./fulfill-checkout.ts";

const batchSize = 100;

/**
 * Closes checkout pages at the provider and fulfills a page that turns out to be paid. A page that fails to close
 * stays open: the next checkout tries again. Fulfillment refunds the second of two payments, and any payment of a user
 * who is erased or self-excluded.
 */
export async function closeCheckouts(deps: BillingDeps, checkouts: Checkout[]): Promise<void> {
  for (const checkout of checkouts) await close(deps, checkout).catch(deps.report);
}

/**
 * Closes pages that the provider opened but whose address was never stored, because of a crash or a lost response. No
 * buyer has seen them, and a buyer has one page at a time. Safe to repeat. Returns the number of checkouts.
 */
export async function closeInterruptedCheckouts(deps: BillingDeps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - deps.patienceMs);
  const interrupted = await deps.checkouts.findInterrupted(before, batchSize);
  for (const checkout of interrupted) {
    try {
      await close(deps, { ...checkout, sessionId: await findSessionId(deps, checkout) });
    } catch (error) {
      deps.report(error);
    }
  }
  return interrupted.length;
}

async function close(deps: BillingDeps, { id, sessionId }: Checkout): Promise<void> {
  const { checkouts, provider } = deps;
  try {
    const isPaid = sessionId && (await provider.closeSession(sessionId)) === "complete";
    if (isPaid) await fulfillCheckout(deps, sessionId);
    else await checkouts.replace(id);
  } catch (error) {
    if (!isKind(error, "not-found")) throw error;
    await checkouts.replace(id);
  }
}

async function findSessionId(
  { subscriptions, provider }: BillingDeps,
  { id, userId }: Checkout,
): Promise<string | undefined> {
  const customerId = userId && (await subscriptions.find(userId))?.state.customerId;
  if (!customerId) return undefined;
  const open = await provider.findOpenSessions(customerId);
  return open.find(({ checkoutId }) => checkoutId === id)?.sessionId;
}
