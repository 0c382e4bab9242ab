import type { Kind, Stored } from "../objects/types.ts";
import type { Database } from "./database.ts";

/** Equality filters by field path, for example `parent.subscription_details.subscription`. */
export type Where = { [path: string]: string | number | undefined };

type Page = { after?: string | undefined; before?: string | undefined };

export type Store = ReturnType<typeof createStore>;

const parse = (row: Record<string, unknown>): unknown => JSON.parse(String(row["json"]));

/** All objects by kind and id. Lists are newest first. */
export function createStore({ sql }: Database) {
  const select = sql.prepare("SELECT json FROM objects WHERE kind = ? AND id = ?");
  const insert = sql.prepare(
    `INSERT INTO objects (kind, id, seq, json)
     SELECT ?1, ?2, COALESCE(MAX(seq), 0) + 1, ?3 FROM objects WHERE kind = ?1`,
  );
  const update = sql.prepare("UPDATE objects SET json = ? WHERE kind = ? AND id = ?");
  const seqOf = sql.prepare("SELECT seq FROM objects WHERE kind = ? AND id = ?");

  const cursor = (kind: Kind, id: string | undefined, fallback: number) =>
    id === undefined ? fallback : Number(seqOf.get(kind, id)?.["seq"] ?? fallback);

  /**
   * Iterates matching objects lazily, newest first, or oldest first with `before`. Do not write
   * during the iteration.
   */
  function* walk<K extends Kind>(kind: K, where: Where = {}, page: Page = {}) {
    const filters = Object.entries(where).flatMap(([path, value]) =>
      value === undefined ? [] : [{ sql: ` AND json_extract(json, '$.${path}') = ?`, value }],
    );
    const order = page.before === undefined ? "DESC" : "ASC";
    const below = cursor(kind, page.after, Number.MAX_SAFE_INTEGER);
    const above = cursor(kind, page.before, 0);
    const query = `SELECT json FROM objects WHERE kind = ?${filters.map((one) => one.sql).join("")} AND seq < ? AND seq > ? ORDER BY seq ${order}`;
    const values = filters.map(({ value }) => value);
    for (const row of sql.prepare(query).iterate(kind, ...values, below, above))
      yield parse(row) as Stored[K];
  }

  return {
    walk,
    find: <K extends Kind>(kind: K, id: string | null | undefined) => {
      const row = select.get(kind, id ?? "");
      return row && (parse(row) as Stored[K]);
    },
    insert: <K extends Kind>(kind: K, object: Stored[K]): Stored[K] => {
      insert.run(kind, object.id, JSON.stringify(object));
      return object;
    },
    replace: <K extends Kind>(kind: K, object: Stored[K]): Stored[K] => {
      update.run(JSON.stringify(object), kind, object.id);
      return object;
    },
    /** All matching objects, newest first. Writing while looping over them is safe. */
    all: <K extends Kind>(kind: K, where: Where): Stored[K][] => [...walk(kind, where)],
    first: <K extends Kind>(kind: K, where: Where): Stored[K] | undefined => {
      for (const object of walk(kind, where)) return object;
      return undefined;
    },
  };
}
