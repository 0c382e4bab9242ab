import { tableResponseSchema, type TableResponse } from "@orbline/proto/http/admin/tables";
import { adminTables } from "@orbline/proto/http/admin/tables";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, startService } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const read = (path: string) => service.call<TableResponse>("GET", `/api/admin/table/${path}`);

it.each(adminTables)("reads the table %s from its owning service", async (table) => {
  const { status, body } = await read(table);
  expect(status).toBe(200);
  expect(tableResponseSchema.parse(body)).toEqual(body);
  expect([body.table, body.total, body.rows.length]).toEqual([table, 5, 5]);
  const row = { id: "1", text: table, number: 0, flag: false, nothing: null };
  expect(body.rows[0]).toEqual(row);
  expect(Object.keys(row)).toEqual(body.columns);
});

it("pages through a table without loss or repetition", async () => {
  const seen: unknown[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor ? `&cursor=${cursor}` : "";
    const { body } = await read(`users?limit=2${query}`);
    seen.push(...body.rows.map(({ id }) => id));
    cursor = body.nextCursor;
  } while (cursor);
  expect(seen).toEqual(["1", "2", "3", "4", "5"]);
});

it.each(["audit_entries", "sessions", "__proto__", "constructor", "users%20"])(
  "refuses the unknown table %s",
  async (table) => {
    expect((await read(table)).status).toBe(404);
  },
);

it.each(["?limit=0", "?limit=201", "?cursor=%21", "?table=users", "?limit=1&limit=2"])(
  "refuses the query %s of a table",
  async (query) => {
    expect((await read(`users${query}`)).status).toBe(400);
  },
);
