import type { Caller } from "@orbline/kit/auth";
import { tableResponseSchema } from "@orbline/proto/http/admin/tables";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openAccounts } from "./engines.ts";
import { callerIn, startService, testEnv } from "./service.ts";

const password = "Correct-Horse-9";
const admin: Caller = {
  kind: "user",
  userId: "usr_admin",
  role: "admin",
  sessionId: "0".repeat(64),
};

let service: Awaited<ReturnType<typeof startService>>;
let user: Caller;

beforeAll(async () => {
  service = await startService();
  for (const username of ["alice", "bob_1", "carol"])
    user = callerIn(await service.post("/api/register", { username, password }));
});
afterAll(() => service.stop());

const get = (path: string, as: Caller = admin) => service.get(`/api/admin/table/${path}`, { as });
const read = async (path: string) => {
  const { body } = await get(path);
  const page = tableResponseSchema.parse(body);
  expect(page).toEqual(body);
  return page;
};

it("pages through the users table in the order of ids and counts all rows", async () => {
  const first = await read("users?limit=2");
  expect([first.rows.length, first.total]).toEqual([2, 3]);
  const second = await read(`users?limit=2&cursor=${first.nextCursor}`);
  expect([second.rows.length, second.nextCursor]).toEqual([1, null]);
  const ids = [...first.rows, ...second.rows].map(({ id }) => String(id));
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => (a < b ? -1 : 1)));
});

it("shows no password hash in the users table", async () => {
  const page = await read("users?limit=200");
  expect(page.rows.map((row) => row["password"])).toEqual(Array(3).fill("••••••••"));
  const { users, close } = await openAccounts(testEnv().MONGO_URL);
  const stored = await users.find().toArray();
  await close();
  expect(stored).toHaveLength(3);
  const text = JSON.stringify(page);
  expect(text).not.toContain("argon2");
  for (const { passwordHash } of stored) expect(text).not.toContain(String(passwordHash));
});

it("shows null for a missing field", async () => {
  const { columns, rows } = await read("users?limit=1");
  expect(rows[0]).toMatchObject({ email: null, email_verified: false });
  expect(Object.keys(rows[0] ?? {})).toEqual(columns);
});

it("shows an empty waitlist", async () => {
  const { table, rows, total } = await read("waitlist_entries?limit=10");
  expect([table, rows, total]).toEqual(["waitlist_entries", [], 0]);
});

it.each(["user_bet_history", "tokens", "__proto__", "constructor", "users%20"])(
  "does not serve the table %j of another service",
  async (table) => {
    expect((await get(table)).status).toBe(404);
  },
);

it.each(["?limit=0", "?limit=201", "?cursor=%21", "?table=users", "?limit=1&limit=2"])(
  "refuses the query %s of a table",
  async (query) => {
    expect((await get(`users${query}`)).status).toBe(400);
  },
);

it("serves tables only within ten minutes after a proof of the password", async () => {
  const stale = { ...admin, provenAtMs: Date.now() - 11 * 60_000 } as typeof admin;
  expect(await get("users", stale)).toMatchObject({
    status: 403,
    body: { code: "proof_required" },
  });
});

it("serves tables to admins only", async () => {
  expect((await get("users", user)).status).toBe(403);
  expect((await get("users", { kind: "anonymous" })).status).toBe(401);
});
