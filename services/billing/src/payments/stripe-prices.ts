import { AppError } from "@orbline/kit/errors";
import type Stripe from "stripe";
import type { CatalogueEntry } from "../domain/plans.ts";

const keepMs = 10 * 60_000;

/** Finds prices by lookup key, keeps them for ten minutes, and refuses one that does not match the catalogue. */
export const priceFinder = (stripe: Stripe) => {
  let prices: { byKey: Map<string, Stripe.Price>; fetchedAt: number } | undefined;
  const load = async () => {
    if (prices && Date.now() - prices.fetchedAt < keepMs) return prices.byKey;
    const { data } = await stripe.prices.list({
      lookup_keys: ["monthly", "annual", "lifetime"],
      active: true,
    });
    const byKey = new Map(data.map((price) => [price.lookup_key ?? "", price]));
    prices = { byKey, fetchedAt: Date.now() };
    return byKey;
  };
  return async ({ lookupKey, priceCents, interval }: CatalogueEntry): Promise<string> => {
    const price = (await load()).get(lookupKey);
    const agrees =
      price?.unit_amount === priceCents &&
      price.currency === "usd" &&
      (price.recurring?.interval ?? "once") === interval;
    if (price && agrees) return price.id;
    throw new AppError(
      "internal",
      "payments.price-mismatch",
      `price ${lookupKey} is missing or differs from the catalogue`,
    );
  };
};
