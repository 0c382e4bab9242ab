import type { Catalog } from "@orbline/stripe-sandbox/objects/catalog-schema";

/** The prices of the tests: `price_monthly`, `price_annual` and `price_lifetime`. */
export const testCatalog: Catalog = [
  { lookupKey: "monthly", product: "Premium, monthly", unitAmount: 1_999, interval: "month" },
  { lookupKey: "annual", product: "Premium, annual", unitAmount: 21_589, interval: "year" },
  { lookupKey: "lifetime", product: "Premium, lifetime", unitAmount: 24_900, interval: "once" },
];
