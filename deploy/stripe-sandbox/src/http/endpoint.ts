import { z } from "zod";
import type { Kind, List, Stored } from "../objects/types.ts";
import type { Where } from "../state/store.ts";
import { inTimeOf } from "../state/test-clocks.ts";
import type { World } from "../state/world.ts";
import { type FormFields, integer, listOf, parseParams, text, timeRange } from "./params.ts";
import { noSuch } from "./stripe-error.ts";

/** One API call. `prepare` validates the parameters, the returned `run` does the work. */
export type Endpoint = {
  /** Method and path, for example `GET /v1/charges/:id`. */
  route: string;
  prepare: (
    fields: FormFields,
    ids: { id: string; subId: string },
  ) => { expand: string[]; run: (world: World) => object };
};

type Params<S extends z.ZodRawShape> = z.output<z.ZodObject<S, z.core.$strict>>;
type Input<S extends z.ZodRawShape> = { id: string; subId: string; params: Params<S> };

/** Declares an API call. It rejects parameters outside `shape` and `expand` as unknown. */
export function endpoint<S extends z.ZodRawShape>(
  route: string,
  shape: S,
  run: (world: World, input: Input<S>) => object,
): Endpoint {
  const schema = z.strictObject({ ...shape, expand: listOf(text(), 20).optional() });
  return {
    route,
    prepare: (fields, ids) => {
      const { expand = [], ...params } = parseParams(schema, fields) as { expand?: string[] };
      const named = [ids.id, ids.subId, ...Object.values(params)];
      const input = { ...ids, params: params as Params<S> };
      return { expand, run: (world) => inTimeOf(world, named, () => run(world, input)) };
    },
  };
}

/** Declares the call that returns one object by its id. */
export function retrieve(kind: Kind, path: string): Endpoint {
  return endpoint(`GET ${path}/:id`, {}, (world, { id }) => byId(world, kind, id));
}

/**
 * Declares a list, newest first, filtered by creation time. `filters` maps a parameter to the path
 * of the field that it must equal. `shape` and `keep` add other parameters.
 */
export function list<K extends Kind, S extends z.ZodRawShape>(
  kind: K,
  path: string,
  filters: Record<string, string>,
  shape: S,
  keep: (object: Stored[K], params: Params<S>) => boolean = () => true,
): Endpoint {
  const equal = Object.fromEntries(Object.keys(filters).map((name) => [name, text().optional()]));
  return endpoint(`GET ${path}`, { ...equal, ...pagingByTime, ...shape }, (world, input) => {
    const params = input.params as Params<S> & PageParams & Record<string, string | undefined>;
    checkFilters(world, params);
    const where = Object.entries(filters).map(([name, field]) => [field, params[name]]);
    const options = { where: Object.fromEntries(where) as Where };
    return listPage(world, kind, path, params, {
      ...options,
      keep: (object) => keep(object, params),
    });
  });
}

export const paging = {
  limit: integer(1, 100).optional(),
  starting_after: text().optional(),
  ending_before: text().optional(),
};

/** Paging with a filter by creation time. */
export const pagingByTime = { ...paging, created: timeRange.optional() };

type TimeRange = { [key in "gt" | "gte" | "lt" | "lte"]?: number | undefined };
type PageParams = Partial<z.output<z.ZodObject<typeof pagingByTime>>>;

type Selection<K extends Kind> = { where?: Where; keep?: (object: Stored[K]) => boolean };

/** One cursor page of objects, newest first, as Stripe's list object. */
export function listPage<K extends Kind>(
  world: World,
  kind: K,
  url: string,
  { limit = 10, starting_after: after, ending_before: before, created }: PageParams,
  { where, keep = () => true }: Selection<K> = {},
): List<Stored[K]> {
  if (after !== undefined) byId(world, kind, after, "starting_after");
  if (before !== undefined) byId(world, kind, before, "ending_before");
  const data: Stored[K][] = [];
  for (const object of world.store.walk(kind, where, { after, before })) {
    const at = "created" in object ? object.created : object.date;
    if (!keep(object) || !isInRange(at, created)) continue;
    data.push(object);
    if (data.length > limit) break;
  }
  const page = data.slice(0, limit);
  const ordered = before === undefined ? page : page.toReversed();
  return { object: "list", data: ordered, has_more: data.length > limit, url };
}

/** One cursor page of a list inside another object, in its order. */
export function pageOf<T extends { id: string }>(
  all: T[],
  url: string,
  { limit = 10, starting_after: after, ending_before: before }: PageParams,
): List<T> {
  const indexOf = (id: string, param: string) => {
    const index = all.findIndex((one) => one.id === id);
    if (index === -1) throw noSuch("object", id, param, 400);
    return index;
  };
  const from = after === undefined ? 0 : indexOf(after, "starting_after") + 1;
  const to = before === undefined ? all.length : indexOf(before, "ending_before");
  const left = all.slice(from, to);
  const data = before === undefined ? left.slice(0, limit) : left.slice(-limit);
  return { object: "list", data, has_more: data.length < left.length, url };
}

/** The nouns and path parameters of Stripe's messages, where they differ from the kind and `id`. */
const nouns: { [K in Kind]?: string } = {
  payment_method: "PaymentMethod",
  "test_helpers.test_clock": "billing clock",
};
const idParams: { [K in Kind]?: string } = {
  "checkout.session": "session",
  dispute: "dispute",
  invoice: "invoice",
  payment_intent: "intent",
  payment_method: "payment_method",
  price: "price",
};

/** The object with an id in the path, or in `param`. @throws resource_missing if it is unknown or deleted. */
export function byId<K extends Kind>(world: World, kind: K, id: string, param?: string): Stored[K] {
  const found = world.store.find(kind, id);
  if (found && !("deleted" in found && found.deleted)) return found;
  const noun = nouns[kind] ?? kind;
  if (param !== undefined) throw noSuch(noun, id, param, 400);
  throw noSuch(noun, id, idParams[kind] ?? "id", 404);
}

const filterKinds = ["charge", "customer", "invoice", "payment_intent", "subscription"] as const;

/** @throws resource_missing for a filter with an unknown id. A deleted customer still has a history. */
export function checkFilters(world: World, params: { [name: string]: unknown }): void {
  for (const kind of filterKinds) {
    const id = params[kind];
    if (typeof id === "string" && !world.store.find(kind, id)) throw noSuch(kind, id, kind, 400);
  }
}

function isInRange(at: number, { gt, gte, lt, lte }: TimeRange = {}): boolean {
  return (
    at > (gt ?? -Infinity) &&
    at >= (gte ?? -Infinity) &&
    at < (lt ?? Infinity) &&
    at <= (lte ?? Infinity)
  );
}
