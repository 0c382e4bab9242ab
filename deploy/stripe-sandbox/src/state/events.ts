import { newId } from "./ids.ts";
import type { Event, Kind, Stored } from "./objects.ts";
import { apiVersion, type World } from "./world.ts";

/** Records an event with a snapshot of its object and queues its webhook. */
export function emit(world: World, type: string, object: object, previous?: object): Event {
  const event = world.store.insert("event", {
    id: newId("evt"),
    object: "event",
    api_version: apiVersion,
    created: world.clock.now(),
    data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 0,
    request: world.request,
    type,
  });
  world.deliveries.enqueue(event);
  return event;
}

/** Stores a new object and, if `type` is set, emits the event. */
export function create<K extends Kind>(
  world: World,
  kind: K,
  object: Stored[K],
  type?: string,
): Stored[K] {
  world.store.insert(kind, object);
  if (type !== undefined) emit(world, type, object);
  return object;
}

/** Changes a stored object and, if `type` is set, emits the event with the previous values. */
export function change<K extends Kind>(
  world: World,
  kind: K,
  object: Stored[K],
  patch: Partial<Stored[K]>,
  type?: string,
): Stored[K] {
  const next = world.store.replace(kind, { ...object, ...patch });
  const previous = Object.fromEntries(
    Object.keys(patch)
      .map((key) => [key, (object as Record<string, unknown>)[key]] as const)
      .filter(([key, old]) => {
        const now = (next as Record<string, unknown>)[key];
        return JSON.stringify(old) !== JSON.stringify(now);
      }),
  );
  if (type !== undefined) emit(world, type, next, previous);
  return next;
}
