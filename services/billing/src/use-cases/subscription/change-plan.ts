import { AppError } from "@orbline/kit/errors";
import type { ChangeablePlan } from "@orbline/proto/constants/plans";
import { findPlan, type Plan } from "../../domain/plans.ts";
import { assertNotSelfExcluded } from "../../domain/subscription/self-exclusion.ts";
import {
  billedUntil,
  findChangeable,
  prorationMoment,
} from "../../domain/subscription/plan-change.ts";
import type { ChangePreview } from "../payment-provider.ts";
import type { BillingDeps } from "../ports.ts";
import { readSucceeded } from "../payment/read-payments.ts";
import { callProvider } from "../provider-calls.ts";
import { syncSubscription } from "./sync.ts";

/** The cost of a change of plan, now and later; cents. */
export type PreviewedChange = ChangePreview & {
  currentPlan: Exclude<Plan, "lifetime">;
  plan: ChangeablePlan;
  renewalCents: number;
  prorationAt: Date;
};

/**
 * Returns the cost of a change to another plan, as the provider calculates it. Changes nothing.
 * @throws conflict when no subscription can change, unavailable
 */
export async function previewChange(
  deps: BillingDeps,
  userId: string,
  plan: ChangeablePlan,
): Promise<PreviewedChange> {
  const { subscriptions, provider, clock } = deps;
  const source = findChangeable((await subscriptions.find(userId))?.state, plan);
  const { id: subscriptionId, plan: currentPlan } = source;
  await assertPaidInFull(deps, userId, subscriptionId);
  const entry = findPlan(plan);
  // The provider's times are whole seconds.
  const prorationAt = new Date(Math.floor(clock.now().getTime() / 1_000) * 1_000);
  const preview = await callProvider(async () => {
    const priceId = await provider.priceOf(entry);
    const change = { subscriptionId, priceId, prorationAt: billedUntil(prorationAt, source) };
    return provider.previewChange(change);
  });
  return { ...preview, currentPlan, plan, renewalCents: entry.priceCents, prorationAt };
}

/**
 * Changes a running subscription to another plan at once. The unused rest of the paid period reduces the new price; a
 * declined card changes nothing. Safe to repeat.
 * @throws forbidden during a self-exclusion, conflict when no subscription can change or the card is declined, unavailable
 */
export async function changePlan(
  deps: BillingDeps,
  userId: string,
  { plan, prorationAt: sent }: { plan: ChangeablePlan; prorationAt?: Date | undefined },
): Promise<void> {
  const { subscriptions, provider, clock } = deps;
  const found = await subscriptions.find(userId);
  assertNotSelfExcluded(found?.state, clock.now());
  const source = findChangeable(found?.state, plan);
  const { id: subscriptionId } = source;
  await assertPaidInFull(deps, userId, subscriptionId);
  const prorationAt = billedUntil(prorationMoment(sent, clock.now()), source);
  await callProvider(async () => {
    const priceId = await provider.priceOf(findPlan(plan));
    await provider.changePlan({ subscriptionId, priceId, prorationAt });
    await syncSubscription(deps, subscriptionId);
  });
}

/** The provider would credit the unused days of a payment also for the part that was refunded. @throws conflict */
async function assertPaidInFull(deps: BillingDeps, userId: string, subscriptionId: string) {
  const newest = await newestPayment(deps, userId, subscriptionId);
  if (!newest || newest.refundedCents === 0) return;
  const text =
    "Part of your last payment was refunded. You can change your plan after the next one.";
  throw new AppError("conflict", "payment.part-refunded", text);
}

async function newestPayment(deps: BillingDeps, userId: string, subscriptionId: string) {
  for await (const payment of readSucceeded(deps, userId))
    if (payment.subscriptionId === subscriptionId) return payment;
  return undefined;
}
