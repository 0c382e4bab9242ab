import { plans, planTerms } from "@orbline/proto/constants/plans";
import type { World } from "../state/world.ts";
import { build } from "./build.ts";
import type { Plan, Price } from "./types.ts";

const created = Date.UTC(2026, 0, 1) / 1000;

/**
 * Adds the default settings of the customer portal and the missing products and prices of the catalog. Amounts are US
 * cents.
 */
export function seedCatalog(world: World): void {
  const portal = "billing_portal.configuration";
  if (!world.store.find(portal, "bpc_sandbox"))
    world.store.insert(portal, build(world, portal, { id: "bpc_sandbox", created }));
  for (const { name, priceCents, interval, lookupKey, trialDays } of plans.map(
    (plan) => planTerms[plan],
  )) {
    const price = `price_orbline_${lookupKey}`;
    if (trialDays > 0 || world.store.find("price", price)) continue;
    const product = `prod_orbline_${lookupKey}`;
    world.store.insert(
      "product",
      build(world, "product", {
        id: product,
        created,
        default_price: price,
        name: `Orbline Premium, ${name.toLowerCase()}`,
      }),
    );
    world.store.insert(
      "price",
      build(
        world,
        "price",
        {
          id: price,
          created,
          lookup_key: lookupKey,
          product,
          recurring: interval === "once" ? null : undefined,
          type: interval === "once" ? "one_time" : "recurring",
          unit_amount: priceCents,
          unit_amount_decimal: String(priceCents),
        },
        { interval },
      ),
    );
  }
}

/** The name of the price's product. */
export function nameOf({ store }: Pick<World, "store">, price: Price): string {
  return store.find("product", price.product)?.name ?? price.id;
}

/** The price as the legacy `plan` object of subscription items. @throws for a price that does not renew */
export function planOf(world: World, price: Price): Plan {
  const { id, active, unit_amount, unit_amount_decimal, created: at, currency, recurring } = price;
  if (!recurring) throw new Error(`the price ${id} does not renew, so it has no plan`);
  return build(world, "plan", {
    id,
    active,
    amount: unit_amount,
    amount_decimal: unit_amount_decimal,
    created: at,
    currency,
    interval: recurring.interval,
    interval_count: recurring.interval_count,
    nickname: price.nickname,
    product: price.product,
  });
}
