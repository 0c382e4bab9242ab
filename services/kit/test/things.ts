import type { Connection } from "mongoose";
import { type AggregateFields, mongoAggregates } from "../src/mongo/aggregate.ts";

/** A small aggregate to test with: a counter with an optional unique name. */
export type Thing = { count: number; name?: string; deleted?: boolean };
export type ThingDocument = AggregateFields & Thing;

/** The collection of things with the indexes that a service would create by migration. */
export const openThings = async (connection: Connection, collection: string) => {
  const things = connection.collection<ThingDocument>(collection);
  await things.createIndex({ pendingAt: 1 }, { sparse: true });
  await things.createIndex({ name: 1 }, { unique: true, sparse: true });
  const open = (changed: (id: string) => void = () => undefined, through = things) =>
    mongoAggregates<Thing, ThingDocument>({
      collection: through,
      toState: ({ count, name, deleted }) => ({
        count,
        ...(name && { name }),
        ...(deleted && { deleted }),
      }),
      toFields: ({ count, name, deleted }) => ({ count, name, deleted }),
      changed,
    });
  return { collection: things, open };
};

/** Counts up by one; a new thing starts at 1. */
export const increment = (current: Thing | undefined) => ({
  state: { ...current, count: (current?.count ?? 0) + 1 },
  eventType: "thing.counted",
});
