import { testGrpc } from "@orbline/kit/testing/grpc";
import type { TablesServiceDefinition } from "@orbline/proto/gen/tables/v1/TablesService";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openAccounts } from "./engines.ts";
import { startService, testEnv } from "./service.ts";

const password = "Correct-Horse-9";
let service: Awaited<ReturnType<typeof startService>>;
const clients: { close: () => void }[] = [];

const connect = (caller: string) => {
  const client = testGrpc<TablesServiceDefinition>({
    file: "tables/v1/tables.proto",
    name: "tables.v1.TablesService",
    port: service.grpcPort,
    caller,
  });
  clients.push(client);
  return client;
};

beforeAll(async () => {
  service = await startService();
  for (const username of ["alice", "bob_1", "carol"])
    await service.post("/api/register", { username, password });
});
afterAll(async () => {
  for (const client of clients) client.close();
  await service.stop();
});

it("pages through the users table in the order of ids and counts all rows", async () => {
  const admin = connect("admin");
  const first = await admin.ListRows({ table: "users", limit: 2 });
  expect([first.rows.length, first.total]).toEqual([2, 3]);
  const second = await admin.ListRows({ table: "users", limit: 2, after: first.next ?? "" });
  expect([second.rows.length, second.next]).toEqual([1, undefined]);
  const ids = [...first.rows, ...second.rows].map(({ cells }) => cells[0]?.text);
  expect(ids).toEqual([...new Set(ids)].toSorted((a = "", b = "") => (a < b ? -1 : 1)));
});

it("shows no password hash in the users table", async () => {
  const answer = await connect("admin").ListRows({ table: "users", limit: 200 });
  const at = answer.columns.indexOf("password");
  expect(answer.rows.map(({ cells }) => cells[at]?.text)).toEqual(Array(3).fill("••••••••"));
  const { users, close } = await openAccounts(testEnv().MONGO_URL);
  const stored = await users.find().toArray();
  await close();
  expect(stored).toHaveLength(3);
  const text = JSON.stringify(answer);
  expect(text).not.toContain("argon2");
  for (const { passwordHash } of stored) expect(text).not.toContain(String(passwordHash));
});

it("shows null for a missing field", async () => {
  const { columns, rows } = await connect("admin").ListRows({ table: "users", limit: 1 });
  expect(rows[0]?.cells[columns.indexOf("email")]).toEqual({});
  expect(rows[0]?.cells[columns.indexOf("email_verified")]).toMatchObject({ flag: false });
});

it("shows an empty waitlist", async () => {
  const answer = await connect("admin").ListRows({ table: "waitlist_entries", limit: 10 });
  expect([answer.rows, answer.total]).toEqual([[], 0]);
});

it.each(["user_bet_history", "tokens", "__proto__", ""])(
  "refuses the table %j of another service",
  async (table) => {
    const requested = connect("admin").ListRows({ table, limit: 1 });
    await expect(requested).rejects.toMatchObject({ kind: "not-found" });
  },
);

it("serves tables to admin only", async () => {
  const requested = connect("billing").ListRows({ table: "users", limit: 1 });
  await expect(requested).rejects.toMatchObject({ kind: "forbidden" });
});
