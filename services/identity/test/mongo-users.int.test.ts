import { createLogger } from "@orbline/kit/logger";
import { migrate } from "@orbline/kit/migrations";
import { connectMongo } from "@orbline/kit/mongo";
import { testEngines } from "@orbline/kit/testing/engines";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { registerUser } from "../src/domain/user.ts";
import { migrations } from "../src/store/migrations.ts";
import { mongoUsers } from "../src/store/mongo-users.ts";
import { userModel } from "../src/store/user-document.ts";
import { usersSuite } from "../src/testing/users-suite.ts";
import type { Users } from "../src/use-cases/ports.ts";

let database: Connection;
let users: Users;
const changed: string[] = [];

beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  database = await connectMongo({ url: testEngines().mongoUrl, logger });
  await migrate(database, migrations);
  users = mongoUsers({ model: userModel(database), changed: (id) => changed.push(id) });
});
afterAll(() => database.close());

usersSuite("MongoDB", () => users);

it("migrates a database that has its shape already", async () => {
  await migrate(database, migrations);
  const indexes = await database.collection("users").indexes();
  const names = indexes.map(({ name }) => name);
  expect(new Set(names)).toEqual(new Set(["_id_", "username", "email", "pending"]));
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
