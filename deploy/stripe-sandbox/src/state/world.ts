import { build, type Fields } from "../objects/build.ts";
import type { Catalog } from "../objects/catalog-schema.ts";
import type { Kind, Stored } from "../objects/types.ts";
import type { Deliveries } from "../webhooks/deliveries.ts";
import type { Clock, Timers } from "./clock.ts";
import type { Database } from "./database.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "./store.ts";

/** The dependencies of all operations. `request` becomes the `request` field of events. */
export type World = {
  database: Database;
  store: Store;
  settings: Settings;
  clock: Clock;
  /** Prices that a new or reset sandbox sells. */
  catalog: Catalog;
  timers: Timers;
  deliveries: Deliveries;
  publicUrl: () => string;
  request: { id: string | null; idempotency_key: string | null };
};

/** Records an event with a snapshot of its object and queues its webhook. */
export function emit(world: World, type: string, object: object, previous?: object): void {
  const data = { object, previous_attributes: type.endsWith(".updated") ? previous : undefined };
  const event = build(world, "event", { data, request: world.request, type });
  world.deliveries.enqueue(world.store.insert("event", event));
}

/** Builds and stores a new object and emits events of these types. */
export function create<K extends Kind>(
  world: World,
  kind: K,
  fields: Fields<K>,
  ...types: string[]
): Stored[K] {
  const object: Stored[K] = world.store.insert(kind, build(world, kind, fields));
  for (const type of types) emit(world, type, object);
  return object;
}

/** Changes a stored object and emits events of these types, with the previous values of the changed fields. */
export function change<K extends Kind>(
  world: World,
  kind: K,
  object: Stored[K],
  patch: Partial<Stored[K]>,
  ...types: string[]
): Stored[K] {
  const next = world.store.replace(kind, { ...object, ...patch });
  for (const type of types) emit(world, type, next, previousOf({ ...object }, { ...next }));
  return next;
}

type Values = Record<string, unknown>;

/** The previous values of the changed fields. A field that is new was null. */
function previousOf(before: Values, after: Values): Values {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(
    changed.map((name) => {
      const [old, now] = [before[name], after[name]];
      return [name, isPlain(old) && isPlain(now) ? previousOf(old, now) : (old ?? null)];
    }),
  );
}

function isPlain(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
