import { AppError } from "@orbline/kit/errors";
import { decodeCursor, encodeCursor } from "@orbline/kit/http/cursor";
import { parseParams, parseQuery } from "@orbline/kit/http/parse";
import {
  adminTableSchema,
  tableQuerySchema,
  type TableResponse,
} from "@orbline/proto/http/admin/tables";
import type { Router } from "express";
import { z } from "zod";
import type { AdminDeps } from "../use-cases/ports.ts";

const paramsSchema = z.strictObject({ tableName: z.string().max(64) });

/** The route of the table viewer. */
export function addTableRoutes(router: Router, { tables }: AdminDeps): void {
  router.get("/api/admin/table/:tableName", async (request, response) => {
    const { tableName } = parseParams(paramsSchema, request);
    const { limit, cursor } = parseQuery(tableQuerySchema, request);
    const { data: table } = adminTableSchema.safeParse(tableName);
    if (!table) throw new AppError("not-found", "table.not-found", "There is no such table.");
    const page = await tables.page({ table, limit, after: decodeCursor(cursor) });
    const { columns, rows, total, next } = page;
    response.json({
      table,
      columns,
      rows: rows.map((cells) =>
        Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? null])),
      ),
      total,
      nextCursor: next === undefined ? null : encodeCursor(next),
    } satisfies TableResponse);
  });
}
