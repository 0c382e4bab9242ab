import { agreesWith, catalogue, type Plan } from "../domain/plans.ts";
import type { PaymentProvider, ProviderPrice } from "./payment-provider.ts";

/** A plan with the provider's price of it. */
export type CheckedPrice = { plan: Plan; price?: ProviderPrice | undefined; matches: boolean };

/** Compares every plan with the provider's current price. @throws unavailable */
export async function checkPrices(provider: PaymentProvider): Promise<CheckedPrice[]> {
  const prices = await provider.findPrices();
  return catalogue.map((plan) => {
    const price = prices.get(plan.lookupKey);
    return { plan: plan.id, price, matches: !!price?.active && agreesWith(plan, price) };
  });
}

/** Whether the payment provider responds now, and its mode; never throws for an outage. */
export async function diagnoseProvider(
  provider: PaymentProvider,
): Promise<{ reachable: boolean; mode: PaymentProvider["mode"] }> {
  const reachable = await provider.findPrices().then(
    () => true,
    () => false,
  );
  return { reachable, mode: provider.mode };
}
