import type { Cell as CellMessage } from "@orbline/proto/gen/tables/v1/Cell";
import type { TablesServiceDefinition } from "@orbline/proto/gen/tables/v1/TablesService";
import type { Connection } from "mongoose";
import { z } from "zod";
import { AppError } from "./errors.ts";
import { type GrpcService, grpcService } from "./grpc-handler.ts";
import { parseInput } from "./input.ts";

/** What a cell shows; times are RFC 3339. */
export type Cell = string | number | boolean | null;

/**
 * One column: the path of its field, or what it shows instead of one. `show` may bring what it is given, a list
 * where the path leads through one, into words.
 */
export type Column =
  | { name: string; path: string; show?: (value: unknown) => Cell }
  | { name: string; always: Cell };

/** Rows of one table in the order of their ids; `next` is where the next page begins. */
export type TablePage = { rows: Cell[][]; total: number; next: string | undefined };

/** A table as admins look at it. */
export type Table = {
  columns: readonly string[];
  page: (query: { limit: number; after: string | undefined }) => Promise<TablePage>;
};

const longest = 500;

/** What lies at a path of a document; through a list it is the list of what its members hold. */
const valueAt = (value: unknown, path: readonly string[]): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((member) => valueAt(member, path));
  if (typeof value !== "object" || value === null) return undefined;
  return valueAt((value as Record<string, unknown>)[name], rest);
};

/** A field in a form that a grid can show. */
const asCell = (value: unknown): Cell => {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "string") return value.slice(0, longest);
  if (typeof value === "number" || typeof value === "boolean") return value;
  return JSON.stringify(value).slice(0, longest);
};

const cellOf = (document: unknown, column: Column): Cell => {
  if ("always" in column) return column.always;
  const value = valueAt(document, column.path.split("."));
  return asCell(column.show && value !== undefined ? column.show(value) : value);
};

/** A table over a collection whose ids are strings; no field leaves the database that no column names. */
export const mongoTable = ({
  connection,
  collection,
  columns,
}: {
  connection: Connection;
  collection: string;
  columns: readonly Column[];
}): Table => {
  const documents = connection.collection<{ _id: string }>(collection);
  const paths = columns.flatMap((column) => ("path" in column ? [column.path] : []));
  const projection = Object.fromEntries(["_id", ...paths].map((path) => [path, 1]));
  return {
    columns: columns.map(({ name }) => name),
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
        rows: page.map((document) => columns.map((column) => cellOf(document, column))),
        total,
        next: found.length > limit ? page.at(-1)?._id : undefined,
      };
    },
  };
};

const toMessage = (cell: Cell): CellMessage => {
  if (typeof cell === "string") return { text: cell };
  if (typeof cell === "number") return { number: cell };
  return cell === null ? {} : { flag: cell };
};

const requestSchema = z.object({
  table: z.string(),
  limit: z.int().min(1).max(200),
  after: z.string().max(300).optional(),
});

/** A service's own tables for admins: nobody else may ask. */
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
