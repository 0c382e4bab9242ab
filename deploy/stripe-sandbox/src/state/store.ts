import type { Database } from "./database.ts";
import type { Kind, Stored } from "./objects.ts";

/** Equality filters by field path, for example `parent.subscription_details.subscription`. */
export type Where = { [path: string]: string | number | undefined };

type Page = { limit: number; after?: string | undefined; before?: string | undefined };

/** All objects by kind and id. Lists are newest first. */
export type Store = {
  find: <K extends Kind>(kind: K, id: string) => Stored[K] | undefined;
  insert: <K extends Kind>(kind: K, object: Stored[K]) => Stored[K];
  replace: <K extends Kind>(kind: K, object: Stored[K]) => Stored[K];
  /**
   * Iterates matching objects lazily, newest first, or oldest first with `before`. Do not write
   * during the iteration.
   */
  walk: <K extends Kind>(kind: K, where?: Where, page?: Page) => Iterable<Stored[K]>;
  /** All matching objects, newest first. Writing while looping over them is safe. */
  all: <K extends Kind>(kind: K, where: Where) => Stored[K][];
  first: <K extends Kind>(kind: K, where: Where) => Stored[K] | undefined;
};

const parse = (row: Record<string, unknown>): unknown => JSON.parse(String(row["json"]));

export function createStore({ sql }: Database): Store {
  const select = sql.prepare("SELECT json FROM objects WHERE kind = ? AND id = ?");
  const insert = sql.prepare(
    `INSERT INTO objects (kind, id, seq, json)
     SELECT ?1, ?2, COALESCE(MAX(seq), 0) + 1, ?3 FROM objects WHERE kind = ?1`,
  );
  const update = sql.prepare("UPDATE objects SET json = ? WHERE kind = ? AND id = ?");
  const seqOf = sql.prepare("SELECT seq FROM objects WHERE kind = ? AND id = ?");

  const cursor = (kind: Kind, id: string | undefined, fallback: number) =>
    id === undefined ? fallback : Number(seqOf.get(kind, id)?.["seq"] ?? fallback);

  const walk: Store["walk"] = (kind, where = {}, page) => {
    const filter = filterSql(where);
    const order = page?.before === undefined ? "DESC" : "ASC";
    const below = cursor(kind, page?.after, Number.MAX_SAFE_INTEGER);
    const above = cursor(kind, page?.before, 0);
    const query = `SELECT json FROM objects WHERE kind = ?${filter.sql} AND seq < ? AND seq > ? ORDER BY seq ${order}`;
    const rows = sql.prepare(query).iterate(kind, ...filter.values, below, above);
    return (function* parsed() {
      for (const row of rows) yield parse(row) as Stored[typeof kind];
    })();
  };

  return {
    find: (kind, id) => {
      const row = select.get(kind, id);
      return row && (parse(row) as Stored[typeof kind]);
    },
    insert: (kind, object) => {
      insert.run(kind, object.id, JSON.stringify(object));
      return object;
    },
    replace: (kind, object) => {
      update.run(JSON.stringify(object), kind, object.id);
      return object;
    },
    walk,
    all: (kind, where) => [...walk(kind, where)],
    first: (kind, where) => {
      for (const object of walk(kind, where)) return object;
      return undefined;
    },
  };
}

function filterSql(where: Where) {
  const entries = Object.entries(where).filter(([, value]) => value !== undefined);
  return {
    sql: entries.map(([path]) => ` AND json_extract(json, '$.${path}') = ?`).join(""),
    values: entries.map(([, value]) => value as string | number),
  };
}
