import { type BillingInterval, plans, planTerms } from "@orbline/proto/constants/plans";
import type { LineItem, Plan, Price, Product } from "../state/objects.ts";
import { newId } from "../state/ids.ts";
import type { Store } from "../state/store.ts";

const catalogCreatedAt = Date.UTC(2026, 0, 1) / 1000;

type Entry = { key: string; name: string; cents: number; interval: BillingInterval | null };

const catalogEntries: readonly Entry[] = plans
  .map((plan) => planTerms[plan])
  .filter((terms) => terms.trialDays === 0)
  .map(({ name, priceCents, interval, lookupKey }) => ({
    key: lookupKey,
    name: `Orbline Premium, ${name.toLowerCase()}`,
    cents: priceCents,
    interval: interval === "once" ? null : interval,
  }));

/** The products and prices of a new sandbox. Amounts are US cents. */
export const initialCatalog: readonly { product: Product; price: Price }[] = catalogEntries.map(
  (entry) => ({
    product: newProduct(entry),
    price: newPrice(entry),
  }),
);

/** The price as the legacy `plan` object of subscription items. */
export function planOf(of: Price): Plan {
  return {
    id: of.id,
    object: "plan",
    active: of.active,
    amount: of.unit_amount,
    amount_decimal: of.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: of.created,
    currency: of.currency,
    interval: of.recurring?.interval ?? "month",
    interval_count: of.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: of.nickname,
    product: of.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

/** A checkout line item. With a trial its amount is 0. */
export function lineItem(of: Price, quantity: number, name: string, trial: boolean): LineItem {
  const amount = trial ? 0 : (of.unit_amount ?? 0) * quantity;
  return {
    id: newId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: of.currency,
    description: name,
    metadata: {},
    price: of,
    quantity,
  };
}

/** Adds the missing products and prices of the catalog. */
export function seedCatalog(store: Store): void {
  for (const { product, price } of initialCatalog) {
    if (!store.find("product", product.id)) store.insert("product", product);
    if (!store.find("price", price.id)) store.insert("price", price);
  }
}

function newProduct({ key, name }: Entry): Product {
  return {
    id: `prod_orbline_${key}`,
    object: "product",
    active: true,
    created: catalogCreatedAt,
    default_price: `price_orbline_${key}`,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: catalogCreatedAt,
    url: null,
  };
}

function newPrice({ key, cents, interval }: Entry): Price {
  return {
    id: `price_orbline_${key}`,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: catalogCreatedAt,
    currency: "usd",
    custom_unit_amount: null,
    livemode: false,
    lookup_key: key,
    metadata: {},
    nickname: null,
    product: `prod_orbline_${key}`,
    recurring: interval && {
      interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: interval ? "recurring" : "one_time",
    unit_amount: cents,
    unit_amount_decimal: String(cents),
  };
}
