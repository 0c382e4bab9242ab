import { z } from "zod";
import { renewalIntervals } from "../billing/periods.ts";
import { byId, endpoint, list, retrieve } from "../http/endpoint.ts";
import {
  bool,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  orUnset,
  text,
  url,
} from "../http/params.ts";
import { refusal } from "../http/stripe-error.ts";
import type { Price, Product } from "../objects/types.ts";
import { change, create, type World } from "../state/world.ts";

const recurring = z.strictObject({
  interval: z.enum(renewalIntervals),
  interval_count: integer(1, 1_095).optional(),
});

const productFields = {
  active: bool.optional(),
  description: text(4_000).optional(),
  metadata: metadata.optional(),
  url: url.optional(),
};

const priceFields = {
  active: bool.optional(),
  lookup_key: text(200).optional(),
  metadata: metadata.optional(),
  nickname: text().optional(),
  transfer_lookup_key: bool.optional(),
};

/** Products and prices. */
export const catalog = [
  endpoint("POST /v1/products", { ...productFields, name: text() }, (world, { params }) => {
    const made = { ...params, metadata: mergeMetadata({}, params.metadata) };
    const fields = { created: world.clock.now(), default_price: null, ...made };
    return create(world, "product", fields, "product.created");
  }),
  retrieve("product", "/v1/products"),
  endpoint(
    "POST /v1/products/:id",
    {
      ...productFields,
      name: text().optional(),
      description: orUnset(text(4_000)).optional(),
      default_price: orUnset(text()).optional(),
    },
    (world, { id, params }) => {
      const product = byId(world, "product", id);
      const { default_price: price } = params;
      if (price && byId(world, "price", price, "default_price").product !== id)
        throw refusal("default_price_of_other_product", { price, product: id });
      const merged = mergeMetadata(product.metadata, params.metadata);
      const patch = { ...defined(params), metadata: merged, updated: world.clock.now() };
      return change(world, "product", product, patch as Partial<Product>, "product.updated");
    },
  ),
  list(
    "product",
    "/v1/products",
    {},
    { active: bool.optional() },
    (product, { active }) => active === undefined || product.active === active,
  ),
  endpoint(
    "POST /v1/prices",
    {
      ...priceFields,
      currency: z.literal("usd"),
      product: text(),
      recurring: recurring.optional(),
      unit_amount: integer(0, 99_999_999),
    },
    (world, { params: { transfer_lookup_key: transfer, recurring: renews, ...params } }) => {
      const product = byId(world, "product", params.product, "product").id;
      takeLookupKey(world, params.lookup_key, transfer ?? false);
      const fields = {
        ...params,
        product,
        lookup_key: params.lookup_key ?? null,
        metadata: mergeMetadata({}, params.metadata),
        recurring: renews
          ? { ...licensed, interval: renews.interval, interval_count: renews.interval_count ?? 1 }
          : null,
        type: renews ? ("recurring" as const) : ("one_time" as const),
        unit_amount_decimal: String(params.unit_amount),
      };
      return create(world, "price", fields, "price.created");
    },
  ),
  retrieve("price", "/v1/prices"),
  endpoint("POST /v1/prices/:id", priceFields, (world, { id, params }) => {
    const { transfer_lookup_key: transfer, ...fields } = params;
    const price = byId(world, "price", id);
    if (fields.active === false && world.store.find("product", price.product)?.default_price === id)
      throw refusal("default_price_archived");
    if (fields.lookup_key !== price.lookup_key)
      takeLookupKey(world, fields.lookup_key, transfer ?? false);
    const merged = mergeMetadata(price.metadata, fields.metadata);
    const patch = { ...defined(fields), metadata: merged };
    return change(world, "price", price, patch as Partial<Price>, "price.updated");
  }),
  list(
    "price",
    "/v1/prices",
    { currency: "currency", product: "product", type: "type" },
    { active: bool.optional(), lookup_keys: listOf(text(), 10).optional() },
    (price, { active, lookup_keys: keys }) =>
      (active === undefined || price.active === active) &&
      (keys === undefined || keys.includes(price.lookup_key ?? "")),
  ),
];

const licensed = { meter: null, trial_period_days: null, usage_type: "licensed" as const };

/** Only one price has a lookup key. @throws when another one has it and it may not be transferred */
function takeLookupKey(world: World, key: string | undefined, transfer: boolean): void {
  if (key === undefined) return;
  const owner = world.store.first("price", { lookup_key: key });
  if (!owner) return;
  if (!transfer) throw refusal("lookup_key_taken", { price: owner.id, key });
  change(world, "price", owner, { lookup_key: null }, "price.updated");
}

function defined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
