import { agreesWith, catalogue, type Plan } from "../domain/plans.ts";
import type { ProviderPrice } from "../domain/provider.ts";
import type { BillingDeps } from "./ports.ts";

/** A plan beside the provider's price of it. */
export type CheckedPrice = { plan: Plan; price?: ProviderPrice; matches: boolean };

/** Compares every plan with the price that the provider holds now. @throws unavailable */
export const checkPrices =
  ({ payments }: Pick<BillingDeps, "payments">) =>
  async (): Promise<CheckedPrice[]> => {
    const prices = await payments.findPrices();
    return catalogue.map((plan) => {
      const price = prices.get(plan.lookupKey);
      return price
        ? { plan: plan.id, price, matches: price.active && agreesWith(plan, price) }
        : { plan: plan.id, matches: false };
    });
  };
