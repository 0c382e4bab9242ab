import { createLogger } from "@orbline/kit/observability/logger";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { MailNote } from "../src/domain/mail.ts";
import { registerUser } from "../src/domain/user.ts";
import { migrations } from "../src/store/migrations.ts";
import { mongoLinks } from "../src/store/mongo-links.ts";
import { mongoUserMails } from "../src/store/mongo-user-mails.ts";
import { mongoUsers } from "../src/store/mongo-users.ts";
import { mongoWaitlist } from "../src/store/mongo-waitlist.ts";
import { userModel } from "../src/store/user-document.ts";
import { linksSuite } from "../src/testing/links-suite.ts";
import { usersSuite } from "../src/testing/users-suite.ts";
import { waitlistSuite } from "../src/testing/waitlist-suite.ts";
import type { Links, Users, Waitlist } from "../src/use-cases/ports.ts";

let database: Connection;
let users: Users;
let links: Links;
let waitlist: Waitlist;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
const changed: string[] = [];
const owing: string[] = [];

beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  database = await connectMongo({ url: testEngines().mongoUrl, logger });
  await migrate(database, migrations);
  const model = userModel(database);
  const owesMails = (id: string) => void owing.push(id);
  users = mongoUsers({ model, changed: (id) => changed.push(id), owesMails });
  links = mongoLinks({ connection: database, clock });
  waitlist = mongoWaitlist({ connection: database, clock });
});
afterAll(() => database.close());

usersSuite("MongoDB", () => users);
linksSuite("MongoDB", () => ({ links, passTime: (ms) => void (aheadMs += ms) }));
waitlistSuite("MongoDB", () => waitlist);

it("migrates a database that has its shape already", async () => {
  await migrate(database, migrations);
  const indexes = await database.collection("users").indexes();
  const names = indexes.map(({ name }) => name);
  const wanted = ["_id_", "username", "email", "pending", "mails", "deletions"];
  expect(new Set(names)).toEqual(new Set(wanted));
});

it("stores an account marked to be published, starts its projection at 0, and tells the relay", async () => {
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

it("stores a change with the mails it owes, and hands them over again after a crash", async () => {
  const id = users.nextId();
  const input = { id, username: "owing", role: "user", passwordHash: "hash" } as const;
  await users.add(registerUser({ ...input, email: "owing@example.com" }, new Date()));
  expect(owing).toContain(id);
  const read = () => database.collection<{ _id: string }>("users").findOne({ _id: id });
  expect(await read()).toMatchObject({ mails: [{ kind: "verify-email" }] });

  const logger = createLogger({ service: "test", level: "silent" });
  const posted: MailNote[] = [];
  const deadOutbox = { post: () => Promise.reject(new Error("no database")) };
  const outbox = { post: (note: MailNote) => Promise.resolve(void posted.push(note)) };
  const model = userModel(database);
  await expect(mongoUserMails({ model, mails: deadOutbox, logger }).sweep(0)).rejects.toThrow("no");
  await mongoUserMails({ model, mails: outbox, logger }).sweep(0);
  const mine = () => posted.filter(({ to }) => to === "owing@example.com");
  expect(mine()).toMatchObject([{ userId: id, kind: "verify-email" }]);
  const left = await read();
  expect(left).not.toHaveProperty("mails");
  expect(left).toMatchObject({ version: 1, email: "owing@example.com" });
  await mongoUserMails({ model, mails: outbox, logger }).sweep(0);
  expect(mine()).toHaveLength(1);
});

it("leaves nothing of a removed account but the mark that it must be published", async () => {
  const id = users.nextId();
  const input = { id, username: "removed", role: "user", passwordHash: "hash" } as const;
  await users.add(registerUser({ ...input, email: "removed@example.com" }, new Date()));
  await users.remove(id);
  const left = await database.collection<{ _id: string }>("users").findOne({ _id: id });
  expect(Object.keys(left ?? {}).toSorted()).toEqual(
    ["_id", "deleted", "eventType", "pending", "pendingAt", "version"].toSorted(),
  );
});
