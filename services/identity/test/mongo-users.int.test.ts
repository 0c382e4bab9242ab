import { createLogger } from "@orbline/kit/observability/logger";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { testLifecycle } from "@orbline/kit/testing/lifecycle";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { PendingEmail } from "../src/domain/email.ts";
import { registerUser, updated } from "../src/domain/user-changes.ts";
import { mongoLinks } from "../src/store/links.ts";
import { migrations } from "../src/store/migrations.ts";
import { nameCollection } from "../src/store/names.ts";
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
    names: nameCollection(database),
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
  const wanted = ["_id_", "pending", "emailsDue", "deletions"];
  expect(new Set(names)).toEqual(new Set(wanted));
});

it("keeps the names of accounts that an earlier version stored", async () => {
  const collection = database.collection<{ _id: string; username: string; email: string }>("users");
  await collection.insertOne({ _id: "usr_early", username: "Early", email: "early@example.com" });
  await database.collection<{ _id: string }>("migrations").deleteOne({ _id: "0003-names" });
  await migrate(database, migrations);
  expect((await users.findByUsername("early"))?.user.id).toBe("usr_early");
  expect((await users.findByEmail("Early@Example.com"))?.user.id).toBe("usr_early");
});

const registration = (username: string, email?: string) => {
  const fields = { id: users.nextId(), username, role: "user", passwordHash: "hash" } as const;
  return registerUser({ ...fields, ...(email && { email, emailVerified: true }) }, new Date());
};
const names = () => nameCollection(database);

it("gives a name to one of many accounts that are added at the same time", async () => {
  const added = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      users.add(registration(index % 2 ? "Wanted" : "wanted")),
    ),
  );
  const won = added.filter(({ status }) => status === "fulfilled");
  expect(won).toHaveLength(1);
  expect(await database.collection("users").countDocuments({ username: /^wanted$/i })).toBe(1);
});

it("frees the username of a registration whose email is taken", async () => {
  await users.add(registration("first-owner", "owned@example.com"));
  const again = users.add(registration("second-owner", "owned@example.com"));
  await expect(again).rejects.toMatchObject({ code: "email.taken" });
  await users.add(registration("second-owner", "free@example.com"));
});

it("gives away a name that a crashed registration claimed, after a minute", async () => {
  const claim = { userId: "usr_crashed", claimedAt: new Date(Date.now() - 30_000) };
  await names().insertOne({ _id: "username:left-over", ...claim });
  expect(await users.findByUsername("left-over")).toBeUndefined();
  await expect(users.add(registration("left-over"))).rejects.toMatchObject({
    code: "username.taken",
  });
  const claimedAt = new Date(Date.now() - 61_000);
  await names().updateOne({ _id: "username:left-over" }, { $set: { claimedAt } });
  const added = await Promise.allSettled([
    users.add(registration("left-over")),
    users.add(registration("left-over")),
  ]);
  expect(added.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

it("never gives away a name that an account has, however long ago it was claimed", async () => {
  await users.add(registration("long-ago"));
  await names().updateOne({ _id: "username:long-ago" }, { $set: { claimedAt: new Date(0) } });
  await expect(users.add(registration("Long-Ago"))).rejects.toMatchObject({
    code: "username.taken",
  });
});

it("renews the claim on an email that an account gets back", async () => {
  const { id } = (await users.add(registration("returning", "returning@example.com"))).user;
  await users.update(id, (user) => updated({ ...user, email: "newer@example.com" }));
  const held = { claimedAt: new Date(0), heldUntil: new Date(0) };
  await names().updateOne({ _id: "email:returning@example.com" }, { $set: held });
  await users.update(id, (user) => updated({ ...user, email: "returning@example.com" }));
  const claim = await names().findOne({ _id: "email:returning@example.com" });
  expect(claim).not.toHaveProperty("heldUntil");
  expect(Date.now() - (claim?.claimedAt.getTime() ?? 0)).toBeLessThan(60_000);
});

it("frees the names of a removed account and its earlier address", async () => {
  const registered = registration("leaver", "leaver@example.com");
  const { id } = (await users.add(registered)).user;
  await users.update(id, (user) => updated({ ...user, email: "later@example.com" }));
  await users.forgetHeldEmails();
  const follower = registration("follower", "leaver@example.com");
  await expect(users.add(follower)).rejects.toMatchObject({ code: "email.taken" });
  await names().updateOne({ _id: "email:leaver@example.com" }, { $set: { heldUntil: new Date() } });
  await users.forgetHeldEmails();
  await users.add(follower);
  await users.remove(id);
  expect(await names().countDocuments({ userId: id })).toBe(0);
  await users.add(registration("leaver", "later@example.com"));
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
  const emailLimits = {
    take: () => Promise.resolve(undefined),
    admitUnverified: () => Promise.resolve(true),
  };
  const service = { connection: database, clock, logger, lifecycle };
  const worker = startUserEmails(service, { emails: { post }, emailLimits });
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
