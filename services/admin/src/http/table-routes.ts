import { adminOf } from "@orbline/kit/http/app";
import { parseParams, parseQuery } from "@orbline/kit/http/parse";
import { tableQuerySchema, type TableResponse } from "@orbline/proto/http/admin-tables";
import type { Router } from "express";
import { z } from "zod";
import type { listRows } from "../use-cases/list-rows.ts";
import { fromCursor, toCursor } from "./cursor.ts";

const paramsSchema = z.strictObject({ tableName: z.string().max(64) });

/** The table viewer; admins only. */
export const tableRoutes =
  (deps: { listRows: ReturnType<typeof listRows> }) =>
  (router: Router): void => {
    router.get("/api/admin/table/:tableName", async (request, response) => {
      adminOf(response);
      const { tableName } = parseParams(paramsSchema, request);
      const { limit, cursor } = parseQuery(tableQuerySchema, request);
      const after = fromCursor(cursor);
      const page = await deps.listRows({ table: tableName, limit, after });
      const { table, columns, rows, total, next } = page;
      response.json({
        table,
        columns,
        rows: rows.map((cells) =>
          Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? null])),
        ),
        total,
        nextCursor: toCursor(next),
      } satisfies TableResponse);
    });
  };
