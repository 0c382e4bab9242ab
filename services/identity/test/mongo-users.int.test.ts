import { createLogger } from "@orbline/kit/observability/logger";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { testLifecycle } from "@orbline/kit/testing/lifecycle";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { PendingEmail } from "../src/domain/email.ts";
import { registerUser } from "../src/domain/user-changes.ts";
import { mongoLinks } from "../src/store/links.ts";
import { migrations } from "../src/store/migrations.ts";
import { userCollection } from "../src/store/user-document.ts";
import { startUserEmails } from "../src/store/user-emails.ts";
import { mongoUsers } from "../src/store/users.ts";
import { mongoWaitlist } from "../src/store/waitlist.ts";
import { linksSuite } from "../src/testing/links-suite.ts";
import { usersSuite } from "../src/testing/users-suite.ts";
import { waitlistSuite } from "../src/testing/waitlist-suite.ts";
import type { Links, Users, Waitlist } from "../src/use-cases/ports.ts";

const logger = createLogger({ service: "test", level: "silent" });
let database: Connection;
let users: Users;
let links: Links;
let waitlist: Waitlist;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
const changed: string[] = [];
let wakes = 0;

beforeAll(async () => {
  database = await connectMongo({ url: testEngines().mongoUrl, logger });
  await migrate(database, migrations);
  const collection = userCollection(database);
  users = mongoUsers({
    collection,
    onChange: (id) => changed.push(id),
    onPendingEmails: () => void (wakes += 1),
  });
  links = mongoLinks({ connection: database, clock });
  waitlist = mongoWaitlist({ connection: database, clock });
});
afterAll(() => database.close());

usersSuite("MongoDB", () => users);
linksSuite("MongoDB", () => ({ links, passTime: (ms) => void (aheadMs += ms) }));
waitlistSuite("MongoDB", () => waitlist);

it("runs the migrations again on a migrated database", async () => {
  await migrate(database, migrations);
  const indexes = await database.collection("users").indexes();
  const names = indexes.map(({ name }) => name);
  const wanted = ["_id_", "username", "email", "pending", "emailsDue", "deletions"];
  expect(new Set(names)).toEqual(new Set(wanted));
});

it("stores an account with its publish mark, starts its projection at 0, and notifies the relay", async () => {
  const id = users.nextId();
  expect(id).toMatch(/^usr_[0-9a-f]{32}$/);
  const input = { id, username: "stored", role: "user", passwordHash: "hash" } as const;
  await users.add(registerUser({ ...input, phone: "000-000-0000" }, new Date()));
  const document = await database.collection("users").findOne({ username: "stored" });
  expect(document).toMatchObject({ version: 1, pending: 1, subscriptionSeq: 0 });
  expect(document).not.toHaveProperty("phone");
  expect(document).not.toHaveProperty("email");
  expect(changed).toContain(id);
});

it("stores a change with its pending emails and hands them over after a failure, once", async () => {
  const id = users.nextId();
  const input = { id, username: "emailed", role: "user", passwordHash: "hash" } as const;
  await users.add(registerUser({ ...input, email: "emailed@example.com" }, new Date()));
  expect(wakes).toBeGreaterThan(0);
  const read = () => database.collection<{ _id: string }>("users").findOne({ _id: id });
  expect(await read()).toMatchObject({ pendingEmails: [{ kind: "verify-email" }] });

  const { lifecycle, stop } = testLifecycle();
  const posted: PendingEmail[] = [];
  let failures = 0;
  const post = (email: PendingEmail) => {
    if (email.to !== "emailed@example.com") return Promise.resolve();
    if (failures > 0) return Promise.resolve(void posted.push(email));
    failures += 1;
    return Promise.reject(new Error("no database"));
  };
  const worker = startUserEmails({ connection: database, clock, logger, lifecycle }, { post });
  await eventually(async () => {
    const stored = await read();
    expect(stored).not.toHaveProperty("pendingEmails");
    expect(stored).not.toHaveProperty("emailsDueAt");
    expect(stored).toMatchObject({ version: 1, email: "emailed@example.com" });
  });
  worker.wake();
  await stop();
  expect(posted).toMatchObject([{ userId: id, kind: "verify-email" }]);
  expect(failures).toBe(1);
});

it("keeps only the publish mark of a removed account", async () => {
  const id = users.nextId();
  const input = { id, username: "removed", role: "user", passwordHash: "hash" } as const;
  await users.add(registerUser({ ...input, email: "removed@example.com" }, new Date()));
  await users.remove(id);
  const left = await database.collection<{ _id: string }>("users").findOne({ _id: id });
  expect(Object.keys(left ?? {}).toSorted()).toEqual(
    ["_id", "deleted", "eventType", "pending", "pendingAt", "version"].toSorted(),
  );
});
