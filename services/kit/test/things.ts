import { type Connection, Schema } from "mongoose";
import { aggregateSchema, type AggregateFields, mongoAggregates } from "../src/mongo/aggregate.ts";

/** A small aggregate to test with: a counter with an optional unique name. */
export type Thing = { count: number; name?: string; deleted?: boolean };
export type ThingDocument = AggregateFields & Thing;

/** The collection of things with the indexes that a service would create by migration. */
export const openThings = async (connection: Connection, collection: string) => {
  const schema = new Schema(
    { ...aggregateSchema, count: Number, name: String, deleted: Boolean },
    { versionKey: false, collection },
  );
  const model = connection.model<ThingDocument>(collection, schema);
  await model.collection.createIndex({ pendingAt: 1 }, { sparse: true });
  await model.collection.createIndex({ name: 1 }, { unique: true, sparse: true });
  const open = (changed: (id: string) => void = () => undefined, through = model) =>
    mongoAggregates<Thing, ThingDocument>({
      model: through,
      toState: ({ count, name, deleted }) => ({
        count,
        ...(name && { name }),
        ...(deleted && { deleted }),
      }),
      toFields: ({ count, name, deleted }) => ({ count, name, deleted }),
      changed,
    });
  return { model, open };
};

/** Counts up by one, from nothing too. */
export const increment = (current: Thing | undefined) => ({
  state: { ...current, count: (current?.count ?? 0) + 1 },
  eventType: "thing.counted",
});
