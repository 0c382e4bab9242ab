import { setTimeout as sleep } from "node:timers/promises";
import type { mongo } from "mongoose";
import { AppError } from "../errors.ts";
import { isDuplicateKey } from "./connection.ts";
import { keyedMutex } from "../keyed-mutex.ts";

/** Fields of every aggregate document besides its state. */
export type AggregateFields = {
  _id: string;
  version: number;
  /** Version that must still be published; absent when the topic is up to date. */
  pending?: number;
  pendingAt?: Date;
  /** CloudEvents type of the latest change. */
  eventType: string;
};

/** The next state, and the name of the change; undefined leaves the aggregate unchanged. */
export type Decision<State> = { state: State; eventType: string } | undefined;

/** Result of an update: the current state and whether this call changed it. */
export type Updated<State> = { state: State; version: number; changed: boolean };

const maxAttempts = 5;
const firstPauseMs = 5;

type Options<State, Document extends Pick<AggregateFields, "_id">> = {
  /** Needs a sparse index on `pendingAt`, if changes are published. */
  collection: mongo.Collection<Document>;
  toState: (document: Document) => State;
  /** The state's fields in the document. An undefined or missing one is unset, so that sparse unique keys hold. */
  toFields: (state: State) => Record<string, unknown>;
  /** First values of fields that the aggregate's writes never touch, such as projections. */
  initialFields?: Record<string, unknown>;
  /** Called with the id after each write, so that the relay publishes at once. Without it no change is published. */
  changed?: (id: string) => void;
};

/**
 * Stores aggregates of one kind, one document each. One guarded update writes the state and the mark for publishing.
 * Updates of one aggregate run one after the other in this process. An update that loses a race against another
 * process decides again on the newer state after a random pause, up to five times.
 */
export function mongoAggregates<State, Document extends Pick<AggregateFields, "_id" | "version">>({
  collection: documents,
  toState,
  toFields,
  initialFields = {},
  changed,
}: Options<State, Document>) {
  // The driver cannot type the fields of a generic document.
  const collection = documents as unknown as mongo.Collection<{ _id: string; version: number }>;
  const load = async (id: string) => (await collection.findOne({ _id: id })) as Document | null;
  const inTurn = keyedMutex();
  const marksOf = (version: number, eventType: string) =>
    changed ? { version, pending: version, pendingAt: new Date(), eventType } : { version };

  const insert = async (id: string, { state, eventType }: NonNullable<Decision<State>>) => {
    const { $set } = toUpdate({}, toFields(state));
    const marks = marksOf(1, eventType);
    await collection.insertOne({ _id: id, ...initialFields, ...$set, ...marks });
    changed?.(id);
    return { state, version: 1, changed: true };
  };

  const replace = async (
    current: Document,
    { state, eventType }: NonNullable<Decision<State>>,
  ): Promise<Updated<State> | undefined> => {
    const { $set, $unset } = toUpdate(toFields(toState(current)), toFields(state));
    const version = current.version + 1;
    const { matchedCount } = await collection.updateOne(
      { _id: current._id, version: current.version },
      { $set: { ...$set, ...marksOf(version, eventType) }, $unset },
    );
    if (matchedCount === 0) return undefined;
    changed?.(current._id);
    return { state, version, changed: true };
  };

  const update = async (
    id: string,
    decide: (current: State | undefined) => Decision<State>,
  ): Promise<Updated<State | undefined>> => {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      if (attempt > 0) await sleep(Math.random() * firstPauseMs * 2 ** attempt);
      const current = await load(id);
      const state = current ? toState(current) : undefined;
      const decision = decide(state);
      if (!decision) return { state, version: current?.version ?? 0, changed: false };
      if (current) {
        const updated = await replace(current, decision);
        if (updated) return updated;
      } else {
        try {
          return await insert(id, decision);
        } catch (error) {
          if (!isDuplicateKey(error) || !(await load(id))) throw error;
        }
      }
    }
    const message = "This was changed at the same time. Please try again.";
    throw new AppError("conflict", "write.conflict", message);
  };

  return {
    /** The state and version of one aggregate. */
    find: async (id: string): Promise<{ state: State; version: number } | undefined> => {
      const document = await load(id);
      return document ? { state: toState(document), version: document.version } : undefined;
    },
    /** Stores a new aggregate. Rejects with the driver's duplicate-key error when a unique key is taken. */
    create: insert,
    /**
     * Loads, decides, saves; `decide` must be pure because it may run again. Rejects with the driver's
     * duplicate-key error when a unique key is taken. @throws conflict after five lost races
     */
    update: (id: string, decide: (current: State | undefined) => Decision<State>) =>
      inTurn(id, () => update(id, decide)),
  };
}

function toUpdate(before: Record<string, unknown>, after: Record<string, unknown>) {
  const $set = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined));
  const names = Object.keys({ ...before, ...after });
  const $unset = Object.fromEntries(
    names.filter((name) => after[name] === undefined).map((name) => [name, 1 as const]),
  );
  return { $set, $unset };
}
