import { AppError } from "@orbline/kit/errors";
import { assertNotSelfExcluded } from "../../domain/subscription/self-exclusion.ts";
import { findAllRenewing } from "../../domain/subscription/plan-change.ts";
import type { ProviderSource } from "../../domain/subscription/subscription.ts";
import type { BillingDeps } from "../ports.ts";
import { callProvider } from "../provider-calls.ts";
import { syncSubscription } from "./sync.ts";

/**
 * Ends every subscription of a user that can still be charged: with its paid period, until which access continues, or at
 * once while its newest invoice is unpaid. Safe to repeat.
 * @throws conflict when no subscription renews, unavailable
 */
export async function stopRenewal(deps: BillingDeps, userId: string): Promise<void> {
  const sources = await renewingOf(deps, userId, "There is no subscription that renews.");
  await callProvider(async () => {
    for (const { id } of sources) {
      await deps.provider.stopAtPeriodEnd(id);
      await syncSubscription(deps, id);
    }
  });
}

/**
 * Makes a subscription renew again that would end with its period. Safe to repeat.
 * @throws forbidden during a self-exclusion, conflict when it has ended, unavailable
 */
export async function resumeRenewal(deps: BillingDeps, userId: string): Promise<void> {
  const refusal = "Your subscription has ended. Please subscribe again.";
  assertNotSelfExcluded((await deps.subscriptions.find(userId))?.state, deps.clock.now());
  const [{ id }] = await renewingOf(deps, userId, refusal);
  const isResumed = await callProvider(async () => {
    const resumed = await deps.provider.resume(id);
    await syncSubscription(deps, id);
    return resumed;
  });
  if (!isResumed) throw new AppError("conflict", "subscription.none", refusal);
}

/** The newest subscription that can be charged, then the others. @throws conflict without any */
async function renewingOf(
  { subscriptions }: BillingDeps,
  userId: string,
  refusal: string,
): Promise<[ProviderSource, ...ProviderSource[]]> {
  const found = await subscriptions.find(userId);
  const [newest, ...older] = found ? findAllRenewing(found.state).toReversed() : [];
  if (!newest) throw new AppError("conflict", "subscription.none", refusal);
  return [newest, ...older];
}
