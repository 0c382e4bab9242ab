import { AppError } from "@orbline/kit/errors";
import type Stripe from "stripe";
import { agreesWith, type CatalogueEntry } from "../domain/plans.ts";
import type { ProviderPrice } from "../domain/provider.ts";

const keepMs = 10 * 60_000;

const toPrice = (price: Stripe.Price): ProviderPrice => ({
  id: price.id,
  amountCents: price.unit_amount,
  currency: price.currency,
  interval: price.recurring?.interval ?? "once",
  active: price.active,
});

/** The provider's prices by lookup key, asked for now. */
export const fetchPrices = async (stripe: Stripe): Promise<ReadonlyMap<string, ProviderPrice>> => {
  const { data } = await stripe.prices.list({
    lookup_keys: ["monthly", "annual", "lifetime"],
    active: true,
  });
  return new Map(data.map((price) => [price.lookup_key ?? "", toPrice(price)]));
};

/** Finds prices by lookup key, keeps them for ten minutes, and refuses one that does not match the catalogue. */
export const priceFinder = (stripe: Stripe) => {
  let kept: { prices: ReadonlyMap<string, ProviderPrice>; fetchedAt: number } | undefined;
  return async (plan: CatalogueEntry): Promise<string> => {
    if (!kept || Date.now() - kept.fetchedAt >= keepMs)
      kept = { prices: await fetchPrices(stripe), fetchedAt: Date.now() };
    const price = kept.prices.get(plan.lookupKey);
    if (price && agreesWith(plan, price)) return price.id;
    throw new AppError(
      "internal",
      "payments.price-mismatch",
      `price ${plan.lookupKey} is missing or differs from the catalogue`,
    );
  };
};
