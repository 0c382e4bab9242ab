import {
  type AdminTable,
  tableQuerySchema,
  type TableResponse,
} from "@orbline/proto/http/admin/tables";
import type { Router } from "express";
import type { Connection } from "mongoose";
import type { AuditTrail } from "../grpc/audit-trail.ts";
import { dashboardAdminOf, requireProof } from "../http/app.ts";
import { decodeCursor, toPage } from "../http/cursor.ts";
import { parseQuery } from "../http/parse.ts";

/** Content of a cell. Times are RFC 3339. */
export type Cell = string | number | boolean | null;

/**
 * Content of a column: the field at a path, which `show` may convert (a list if the path leads through one), or the
 * same value in every row.
 */
export type Source = { path: string; show?: (value: unknown) => Cell } | { always: Cell };

/** A table that is read page by page, in the order of the rows' ids. */
export type Table = (query: {
  limit: number;
  cursor?: string | undefined;
}) => Promise<Omit<TableResponse, "table">>;

export type Tables = { [Name in AdminTable]?: Table };

const longest = 500;

/** The value at a path of a document; for a list on the path, the values of its members. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((member) => valueAt(member, path));
  if (typeof value !== "object" || value === null) return undefined;
  return valueAt((value as Record<string, unknown>)[name], rest);
}

function asCell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "string") return value.slice(0, longest);
  if (typeof value === "number" || typeof value === "boolean") return value;
  return JSON.stringify(value).slice(0, longest);
}

function sourceOf(name: string, from: string | Source | undefined): Source {
  if (typeof from === "object") return from;
  return { path: from ?? name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) };
}

function cellOf(document: unknown, source: Source | undefined): Cell {
  if (!source) return null;
  if ("always" in source) return source.always;
  const value = valueAt(document, source.path.split("."));
  return asCell(source.show && value !== undefined ? source.show(value) : value);
}

/**
 * A table of a collection whose ids are strings. A column shows the field with its own name in camel case, unless
 * `from` names another path or source. Other fields are not read from the database.
 */
export function mongoTable<Name extends string>(options: {
  connection: Connection;
  collection: string;
  columns: readonly Name[];
  from?: Partial<Record<NoInfer<Name>, string | Source>>;
}): Table {
  const { connection, collection, columns, from } = options;
  const sources = columns.map((name) => sourceOf(name, from?.[name]));
  const documents = connection.collection<{ _id: string }>(collection);
  const paths = sources.flatMap((source) => ("path" in source ? [source.path] : []));
  const projection = Object.fromEntries(["_id", ...paths].map((path) => [path, 1]));
  const toRow = (document: unknown) =>
    Object.fromEntries(columns.map((name, at) => [name, cellOf(document, sources[at])]));
  return async ({ limit, cursor }) => {
    const after = decodeCursor(cursor);
    const [found, total] = await Promise.all([
      documents
        .find(
          { _id: after === undefined ? { $gte: "" } : { $gt: after } },
          { projection, sort: { _id: 1 }, limit: limit + 1 },
        )
        .toArray(),
      documents.estimatedDocumentCount(),
    ]);
    const { rows, nextCursor = null } = toPage(found, limit, ({ _id }) => _id);
    return { columns: [...columns], rows: rows.map(toRow), total, nextCursor };
  };
}

/** Adds one route for each table; only admins with a recent proof may call them. Each reading is noted before it begins. */
export function addTableRoutes(router: Router, tables: Tables, auditTrail: AuditTrail): void {
  for (const [name, readPage] of Object.entries(tables))
    router.get(`/api/admin/table/${name}`, async (request, response) => {
      const { userId: actorId } = dashboardAdminOf(response);
      requireProof(response);
      const query = parseQuery(tableQuerySchema, request);
      const target = { kind: "list", id: name } as const;
      await auditTrail.note({ actorId, action: "read-table", target });
      const page = await readPage(query);
      response.json({ table: name as AdminTable, ...page } satisfies TableResponse);
    });
}
