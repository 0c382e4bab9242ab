import type { Kind, List, Stored } from "../state/objects.ts";
import type { Where } from "../state/store.ts";
import type { World } from "../state/world.ts";
import { integer, text, timeRange } from "./params.ts";
import { noSuch } from "./stripe-error.ts";

export const paging = {
  limit: integer(1, 100).optional(),
  starting_after: text().optional(),
  ending_before: text().optional(),
};

/** Paging with a filter by creation time. */
export const pagingByTime = { ...paging, created: timeRange.optional() };

type TimeRange = { [key in "gt" | "gte" | "lt" | "lte"]?: number | undefined };

type Options<K extends Kind> = {
  url: string;
  where?: Where;
  keep?: (object: Stored[K]) => boolean;
  params: {
    limit?: number | undefined;
    starting_after?: string | undefined;
    ending_before?: string | undefined;
    created?: TimeRange | undefined;
  };
};

/** One cursor page of objects, newest first, as Stripe's list object. */
export function listPage<K extends Kind>(
  world: World,
  kind: K,
  options: Options<K>,
): List<Stored[K]> {
  const { url, where, keep = () => true, params } = options;
  const { limit = 10, starting_after: after, ending_before: before, created } = params;
  checkCursor(world, kind, "starting_after", after);
  checkCursor(world, kind, "ending_before", before);
  const data: Stored[K][] = [];
  for (const object of world.store.walk(kind, where, { limit, after, before })) {
    if (!keep(object) || !inRange(object.created, created)) continue;
    data.push(object);
    if (data.length > limit) break;
  }
  const page = data.slice(0, limit);
  return {
    object: "list",
    data: before === undefined ? page : page.toReversed(),
    has_more: data.length > limit,
    url,
  };
}

function checkCursor(world: World, kind: Kind, param: string, id: string | undefined) {
  if (id !== undefined && !world.store.find(kind, id)) throw noSuch(kind, id, param);
}

function inRange(at: number, range: TimeRange | undefined): boolean {
  return (
    at > (range?.gt ?? -Infinity) &&
    at >= (range?.gte ?? -Infinity) &&
    at < (range?.lt ?? Infinity) &&
    at <= (range?.lte ?? Infinity)
  );
}
