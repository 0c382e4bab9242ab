import { initialCatalog } from "../shapes/catalog.ts";
import type { Store } from "./store.ts";

/** Adds the missing products and prices of the catalog. */
export const seedCatalog = (store: Store): void => {
  for (const { product, price } of initialCatalog) {
    if (!store.find("product", product.id)) store.insert("product", product);
    if (!store.find("price", price.id)) store.insert("price", price);
  }
};
