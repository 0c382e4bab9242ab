import type { Caller } from "@orbline/kit/auth";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import {
  adminSecurityEventsResponseSchema,
  securityEventsResponseSchema,
} from "@orbline/proto/http/identity/security";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startFakeServices } from "./fake-services.ts";
import { callerIn, newName, password, sessionIn, startService } from "./service.ts";

let service: Awaited<ReturnType<typeof startService>>;
let log = "";

let others: Awaited<ReturnType<typeof startFakeServices>>;
let connection: Connection;

const hourMs = 3_600_000;
const aheadMs = hourMs - (Date.now() % hourMs);
/** A clock that begins an hour with this file, because one event counts the refusals of an hour. */
const clock = { now: () => new Date(Date.now() + aheadMs) };

beforeAll(async () => {
  others = await startFakeServices();
  const silent = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: testEngines().mongoUrl, logger: silent });
  const stream = { write: (line: string) => void (log += line) };
  const logger = createLogger({ service: "identity", level: "info", stream });
  service = await startService(
    { ...others.env, SECURITY_LOG_KEY: "a-secret-of-this-test" },
    logger,
    undefined,
    clock,
  );
});
afterAll(async () => {
  await service.stop();
  await connection.close();
  await others.close();
});

const ip = "203.0.113.77";
const browser = {
  "x-client-ip": ip,
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

const logIn = (username: string, given: string) =>
  service.post("/api/login", { username, password: given }, { headers: browser });

const register = async () => {
  const username = newName();
  const account = { username, password, email: `${username}@example.com` };
  const answer = await service.post("/api/register", account, { headers: browser });
  return { username, as: callerIn(answer) };
};

const eventsOf = async (as: Caller) => {
  const { body } = await service.get("/api/security-events", { as });
  return securityEventsResponseSchema.strict().parse(body).events;
};

const admin: Caller = { kind: "user", userId: "adm_1", role: "admin", sessionId: "0".repeat(64) };

const listed = async (query: string) => {
  const { body } = await service.get(`/api/admin/security-events?${query}`, { as: admin });
  return adminSecurityEventsResponseSchema.strict().parse(body).events;
};

it("records sign-ins, refused ones and changes of an account for its user, newest first", async () => {
  const { username, as } = await register();
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect((await logIn(username, "wrong-password-1")).status).toBe(401);
  const session = callerIn(await logIn(username, password));
  const change = { currentPassword: password, newPassword: "Another-horse-2" };
  expect((await service.post("/api/password", change, { as: session })).status).toBe(204);
  await eventually(async () => {
    const events = await eventsOf(as);
    expect(
      events.map(({ action, outcome, reason, count }) => [action, outcome, reason, count]),
    ).toEqual([
      ["password-change", "ok", null, 1],
      ["sign-in", "ok", null, 1],
      ["sign-in", "refused", "login.failed", 2],
      ["register", "ok", null, 1],
    ]);
    expect(events[1]).toMatchObject({ device: "Firefox on Linux" });
    expect(events[1]?.network).toBe(events[2]?.network);
  });
});

it("stores nothing about a sign-in to an account that does not exist, and logs it", async () => {
  const username = newName();
  const before = log.length;
  expect((await logIn(username, "wrong-password-1")).status).toBe(401);
  await eventually(() => expect(log.slice(before)).toContain('"reason":"login.failed"'));
  expect(await listed(`username=${username}`)).toEqual([]);
});

it("never logs an address, a name, a password or a session", async () => {
  const { username, as } = await register();
  const answer = await logIn(username, password);
  await eventually(async () => expect(await eventsOf(as)).toHaveLength(2));
  expect(log).toContain('"action":"sign-in"');
  for (const secret of [ip, username, password, sessionIn(answer)])
    expect(log).not.toContain(secret);
});

it("shows a user's events to admins by filter, and to no other user", async () => {
  const { username, as } = await register();
  await logIn(username, "wrong-password-1");
  const other = await register();
  await eventually(async () => {
    expect(await listed(`username=${username}&outcome=refused`)).toMatchObject([
      { username, userId: as.userId, action: "sign-in", reason: "login.failed" },
    ]);
  });
  expect(await listed(`username=${username}&action=register`)).toHaveLength(1);
  await eventually(async () => expect(await eventsOf(other.as)).toHaveLength(1));
  const path = "/api/admin/security-events";
  expect((await service.get(path, { as: other.as })).status).toBe(403);
  expect((await service.get(path)).status).toBe(401);
  const stale = { ...admin, provenAtMs: Date.now() - 11 * 60_000 };
  expect((await service.get(path, { as: stale })).body).toMatchObject({ code: "proof_required" });
});

it("ends the earlier session of a browser that registers or signs in again", async () => {
  const { as } = await register();
  const username = newName();
  const account = { username, password, email: `${username}@example.com` };
  const second = await service.post("/api/register", account, { as, headers: browser });
  expect(second.status).toBe(201);
  const sessions = (await service.get("/api/sessions", { as })).body as { sessions: object[] };
  expect(sessions.sessions).toEqual([]);
});

it("reports sign-ins of admins and their readings of tables to the audit log, and no sign-in of a user", async () => {
  const { username, as } = await register();
  others.state.notes.length = 0;
  expect((await logIn(username, password)).status).toBe(200);
  expect(others.state.notes).toEqual([]);
  const users = connection.collection<{ _id: string }>("users");
  await users.updateOne({ _id: as.userId }, { $set: { role: "admin" } });
  expect((await logIn(username, password)).status).toBe(200);
  expect((await service.get("/api/admin/table/users", { as: admin })).status).toBe(200);
  expect((await service.get("/api/admin/table/users", { as })).status).toBe(403);
  expect((await service.get("/api/admin/security-events", { as: admin })).status).toBe(200);
  expect(others.state.notes).toEqual([
    `${as.userId} sign-in ${as.userId}`,
    "adm_1 read-table users",
    "adm_1 read-table security_events",
  ]);
});
