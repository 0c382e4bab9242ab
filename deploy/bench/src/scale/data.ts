import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import type { Product } from "@orbline/stack/product";

type Document = Record<string, unknown>;

const batchSize = 1_000;
const statuses = ["active", "past_due", "canceled", "none"] as const;
const dayMs = 86_400_000;

/** The name of the n-th loaded user; names sort like their numbers. */
export const nameOf = (n: number): string => `scale_${String(n).padStart(6, "0")}`;

const idOf = (n: number) => `usr_${nameOf(n)}`;
const emailOf = (n: number) => `${nameOf(n)}@example.com`;

type Copies = {
  service: "identity" | "admin" | "prediction";
  collection: string;
  /** Finds the document to copy. */
  like: Document;
  count: number;
  /** The fields that differ from copy to copy. */
  fields: (n: number) => Document;
};

/** Inserts copies of a document that the product wrote, so that their shape is real. */
async function load(product: Product, { service, collection, like, count, fields }: Copies) {
  const url = `mongodb://127.0.0.1:${product.settings.ports.MONGO_PORT}/orbline_${service}`;
  const logger = createLogger({ service: "scale", level: "error" });
  const connection = await connectMongo({ url, logger });
  try {
    const target = connection.collection<Document>(collection);
    const model = await target.findOne(like);
    if (!model) throw new Error(`${service} has no ${collection} to copy`);
    for (let from = 0; from < count; from += batchSize) {
      const size = Math.min(batchSize, count - from);
      const copies = Array.from({ length: size }, (_, at) => ({ ...model, ...fields(from + at) }));
      await target.insertMany(copies, { ordered: false });
    }
  } finally {
    await connection.close();
  }
}

/** Inserts users with statuses, and settled predictions, into a product's databases. */
export async function loadScale(
  product: Product,
  { users, predictions }: { users: number; predictions: number },
): Promise<void> {
  const now = Date.now();
  await load(product, {
    service: "identity",
    collection: "users",
    like: { username: "demo_free" },
    count: users,
    fields: (n) => ({
      _id: idOf(n),
      username: nameOf(n),
      email: emailOf(n),
    }),
  });
  await load(product, {
    service: "admin",
    collection: "user_views",
    like: { usernameKey: "demo_free" },
    count: users,
    fields: (n) => ({
      _id: idOf(n),
      username: nameOf(n),
      usernameKey: nameOf(n),
      email: emailOf(n),
      emailKey: emailOf(n),
      status: statuses[n % statuses.length],
    }),
  });
  await load(product, {
    service: "prediction",
    collection: "predictions",
    like: { userId: { $gt: "" } },
    count: predictions,
    fields: (n) => ({
      _id: `prd_scale${String(n).padStart(6, "0")}`,
      userId: idOf(n % users),
      createdAt: new Date(now - (n % 365) * dayMs),
      outcome: "lost",
      settledAt: new Date(now),
      returned: 0,
      profit: -100,
    }),
  });
}
