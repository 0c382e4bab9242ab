import { AppError } from "@orbline/kit/errors";
import type Stripe from "stripe";
import { agreesWith, catalog, type CatalogEntry } from "../domain/plans.ts";
import type { ProviderPrice } from "../use-cases/payment-provider.ts";

const keepMs = 10 * 60_000;

/** The provider's current prices by lookup key. */
export async function fetchPrices(stripe: Stripe): Promise<ReadonlyMap<string, ProviderPrice>> {
  const { data } = await stripe.prices.list({
    lookup_keys: [...new Set(catalog.map(({ lookupKey }) => lookupKey))],
    active: true,
  });
  return new Map(data.map((price) => [price.lookup_key ?? "", toPrice(price)]));
}

/** Finds prices by lookup key, caches them for ten minutes, and refuses a price that differs from the catalog. */
export function priceFinder(stripe: Stripe) {
  let kept: { prices: ReadonlyMap<string, ProviderPrice>; fetchedAt: number } | undefined;
  return async (plan: CatalogEntry): Promise<string> => {
    if (!kept || Date.now() - kept.fetchedAt >= keepMs)
      kept = { prices: await fetchPrices(stripe), fetchedAt: Date.now() };
    const price = kept.prices.get(plan.lookupKey);
    if (price && agreesWith(plan, price)) return price.id;
    throw new AppError(
      "internal",
      "payments.price-mismatch",
      `price ${plan.lookupKey} is missing or differs from the catalog`,
    );
  };
}

/** A price as the use cases see it. */
export function toPrice(price: Stripe.Price): ProviderPrice {
  return {
    id: price.id,
    amountCents: price.unit_amount,
    currency: price.currency,
    interval: price.recurring?.interval ?? "once",
    active: price.active,
  };
}
