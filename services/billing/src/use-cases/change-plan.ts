import { type ChangeablePlan, findChangeable, prorationMoment } from "../domain/plan-change.ts";
import { findPlan, type Plan } from "../domain/plans.ts";
import type { ChangePreview } from "../domain/provider.ts";
import { atProvider } from "./at-provider.ts";
import type { BillingDeps } from "./ports.ts";

type Deps = Pick<BillingDeps, "subscriptions" | "payments" | "clock"> & {
  sync: (subscriptionId: string) => Promise<boolean>;
};

/** What a change of plan costs now, and what it costs from then on; cents. */
export type PreviewedChange = ChangePreview & {
  currentPlan: Exclude<Plan, "lifetime">;
  plan: ChangeablePlan;
  renewalCents: number;
  prorationAt: Date;
};

/**
 * Says what a change to another plan would cost, as the provider reckons it; changes nothing.
 * @throws conflict when nothing can be changed, unavailable while the provider does not answer
 */
export const previewChange =
  ({ subscriptions, payments, clock }: Deps) =>
  async (userId: string, plan: ChangeablePlan): Promise<PreviewedChange> => {
    const source = findChangeable((await subscriptions.find(userId))?.state, plan);
    const { id: subscriptionId, plan: currentPlan } = source;
    const entry = findPlan(plan);
    // the provider counts in seconds
    const prorationAt = new Date(Math.floor(clock.now().getTime() / 1_000) * 1_000);
    const preview = await atProvider(async () => {
      const priceId = await payments.priceOf(entry);
      return payments.previewChange({ subscriptionId, priceId, prorationAt });
    });
    return { ...preview, currentPlan, plan, renewalCents: entry.priceCents, prorationAt };
  };

/**
 * Changes a running subscription to another plan at once: what is left of the paid period counts against the new
 * price, and a card that is declined changes nothing. Safe to repeat.
 * @throws conflict when nothing can be changed or the card is declined, unavailable
 */
export const changePlan =
  ({ subscriptions, payments, clock, sync }: Deps) =>
  async (
    userId: string,
    { plan, prorationAt: sent }: { plan: ChangeablePlan; prorationAt?: Date },
  ): Promise<void> => {
    const found = await subscriptions.find(userId);
    const { id: subscriptionId } = findChangeable(found?.state, plan);
    const prorationAt = prorationMoment(sent, clock.now());
    await atProvider(async () => {
      const priceId = await payments.priceOf(findPlan(plan));
      await payments.changePlan({ subscriptionId, priceId, prorationAt });
      await sync(subscriptionId);
    });
  };
