import { createLogger } from "@orbline/kit/observability/logger";
import { databaseOf, dataServices } from "@orbline/kit/mongo/access";
import { connectMongo } from "@orbline/kit/mongo/connection";
import type { Product } from "@orbline/stack/product";
import { mongo } from "mongoose";

/** A collection, the number of its documents, and the mean size of one in bytes, before any compression. */
type Size = { collection: string; count: number; bytes: number };

/** Reads every document of a product's databases, so call it before a large load. */
export async function documentSizes(product: Product): Promise<Size[]> {
  const logger = createLogger({ service: "scale", level: "error" });
  const sizes: Size[] = [];
  for (const name of dataServices) {
    const url = `mongodb://127.0.0.1:${product.settings.ports.MONGO_PORT}/${databaseOf(name)}`;
    const connection = await connectMongo({ url, logger });
    try {
      for (const { name: collection } of await connection.listCollections()) {
        const documents = await connection.collection(collection).find().toArray();
        const total = documents.reduce((sum, one) => sum + mongo.BSON.calculateObjectSize(one), 0);
        const count = documents.length;
        if (count > 0)
          sizes.push({
            collection: `${name}.${collection}`,
            count,
            bytes: Math.round(total / count),
          });
      }
    } finally {
      await connection.close();
    }
  }
  return sizes;
}
