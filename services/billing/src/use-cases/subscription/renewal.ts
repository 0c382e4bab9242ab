import { AppError } from "@orbline/kit/errors";
import { assertNotSelfExcluded } from "../../domain/subscription/self-exclusion.ts";
import { findRenewing } from "../../domain/subscription/plan-change.ts";
import type { ProviderSource } from "../../domain/subscription/subscription.ts";
import type { BillingDeps } from "../ports.ts";
import { callProvider } from "../provider-calls.ts";
import { syncSubscription } from "./sync.ts";

/**
 * Ends a user's subscription with its paid period; access continues until then. After a failed charge it ends at once.
 * Safe to repeat.
 * @throws conflict when no subscription renews, unavailable
 */
export async function stopRenewal(deps: BillingDeps, userId: string): Promise<void> {
  const { id } = await renewingOf(deps, userId, "There is no subscription that renews.");
  await callProvider(async () => {
    await deps.provider.stopAtPeriodEnd(id);
    await syncSubscription(deps, id);
  });
}

/**
 * Makes a subscription renew again that would end with its period. Safe to repeat.
 * @throws forbidden during a self-exclusion, conflict when it has ended, unavailable
 */
export async function resumeRenewal(deps: BillingDeps, userId: string): Promise<void> {
  const refusal = "Your subscription has ended. Please subscribe again.";
  assertNotSelfExcluded((await deps.subscriptions.find(userId))?.state, deps.clock.now());
  const { id } = await renewingOf(deps, userId, refusal);
  const isResumed = await callProvider(async () => {
    const resumed = await deps.provider.resume(id);
    await syncSubscription(deps, id);
    return resumed;
  });
  if (!isResumed) throw new AppError("conflict", "subscription.none", refusal);
}

async function renewingOf(
  { subscriptions }: BillingDeps,
  userId: string,
  refusal: string,
): Promise<ProviderSource> {
  const found = await subscriptions.find(userId);
  const source = found && findRenewing(found.state);
  if (!source) throw new AppError("conflict", "subscription.none", refusal);
  return source;
}
