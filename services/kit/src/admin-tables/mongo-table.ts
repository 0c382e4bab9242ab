import type { Cell as CellMessage } from "@orbline/proto/gen/tables/v1/Cell";
import type { TablesServiceDefinition } from "@orbline/proto/gen/tables/v1/TablesService";
import type { Connection } from "mongoose";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { type GrpcService, grpcService } from "../grpc/handler.ts";
import { parseInput } from "../input.ts";

/** Content of a cell; times are RFC 3339. */
export type Cell = string | number | boolean | null;

/**
 * Content of a column: the field at a path, which `show` may convert (a list where the path leads through one), or the
 * same value in every row.
 */
export type Source = { path: string; show?: (value: unknown) => Cell } | { always: Cell };

/** Rows of one table in the order of their ids; `next` is the place of the next page. */
export type TablePage = { rows: Cell[][]; total: number; next: string | undefined };

export type Table = {
  columns: readonly string[];
  page: (query: { limit: number; after: string | undefined }) => Promise<TablePage>;
};

const longest = 500;

/** The value at a path of a document; through a list, the list of its members' values. */
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

const inCamelCase = (name: string) =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const sourceOf = (name: string, notified: string | Source | undefined): Source =>
  typeof notified === "object" ? notified : { path: notified ?? inCamelCase(name) };

function cellOf(document: unknown, source: Source): Cell {
  if ("always" in source) return source.always;
  const value = valueAt(document, source.path.split("."));
  return asCell(source.show && value !== undefined ? source.show(value) : value);
}

/**
 * A table of a collection whose ids are strings. A column shows the field of its own name in camel case, unless `from`
 * names another path or source. Other fields are not read from the database.
 */
export function mongoTable<Name extends string>({
  connection,
  collection,
  columns,
  from = {},
}: {
  connection: Connection;
  collection: string;
  columns: readonly Name[];
  from?: Partial<Record<NoInfer<Name>, string | Source>>;
}): Table {
  const sources = columns.map((name) => sourceOf(name, from[name]));
  const documents = connection.collection<{ _id: string }>(collection);
  const paths = sources.flatMap((source) => ("path" in source ? [source.path] : []));
  const projection = Object.fromEntries(["_id", ...paths].map((path) => [path, 1]));
  return {
    columns,
    page: async ({ limit, after }) => {
      const [found, total] = await Promise.all([
        documents
          .find(
            { _id: after === undefined ? { $gte: "" } : { $gt: after } },
            { projection, sort: { _id: 1 }, limit: limit + 1 },
          )
          .toArray(),
        documents.estimatedDocumentCount(),
      ]);
      const page = found.slice(0, limit);
      return {
        rows: page.map((document) => sources.map((source) => cellOf(document, source))),
        total,
        next: found.length > limit ? page.at(-1)?._id : undefined,
      };
    },
  };
}

function toMessage(cell: Cell): CellMessage {
  if (typeof cell === "string") return { text: cell };
  if (typeof cell === "number") return { number: cell };
  return cell === null ? {} : { flag: cell };
}

const requestSchema = z.object({
  table: z.string(),
  limit: z.int().min(1).max(200),
  after: z.string().max(300).optional(),
});

/** Serves a service's tables to admin only. */
export const tablesServer = (tables: Record<string, Table>): GrpcService =>
  grpcService<TablesServiceDefinition>({
    file: "tables/v1/tables.proto",
    name: "tables.v1.TablesService",
    allow: { ListRows: ["admin"] },
    handlers: {
      ListRows: async (request) => {
        const { table: name, limit, after } = parseInput(requestSchema, request);
        const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
        if (!table) throw new AppError("not-found", "table.not-found", "There is no such table.");
        const { rows, total, next } = await table.page({ limit, after });
        return {
          columns: [...table.columns],
          rows: rows.map((cells) => ({ cells: cells.map(toMessage) })),
          total,
          ...(next !== undefined && { next }),
        };
      },
    },
  });
