import type { Catalog } from "./catalog-schema.ts";
import type { World } from "../state/world.ts";
import { build } from "./build.ts";
import type { Plan, Price } from "./types.ts";

const created = Date.UTC(2026, 0, 1) / 1000;

/**
 * Adds the default settings of the customer portal, and a product and a price for each lookup key of the catalog that no
 * price has.
 */
export function seedCatalog(world: World): void {
  const portal = "billing_portal.configuration";
  if (!world.store.find(portal, "bpc_sandbox"))
    world.store.insert(portal, build(world, portal, { id: "bpc_sandbox", created }));
  for (const entry of world.catalog) seedPrice(world, entry);
}

function seedPrice(
  world: World,
  { lookupKey, product: name, unitAmount, interval }: Catalog[number],
) {
  const id = `price_${lookupKey}`;
  const { store } = world;
  if (store.find("price", id) ?? store.first("price", { lookup_key: lookupKey })) return;
  const product = `prod_${lookupKey}`;
  world.store.insert(
    "product",
    build(world, "product", { id: product, created, default_price: id, name }),
  );
  const isOneTime = interval === "once";
  world.store.insert(
    "price",
    build(
      world,
      "price",
      {
        id,
        created,
        lookup_key: lookupKey,
        product,
        recurring: isOneTime ? null : undefined,
        type: isOneTime ? "one_time" : "recurring",
        unit_amount: unitAmount,
        unit_amount_decimal: String(unitAmount),
      },
      { interval },
    ),
  );
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
