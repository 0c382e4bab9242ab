import { createLogger } from "@orbline/kit/observability/logger";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AccountState } from "../src/domain/user-view.ts";
import { migrations } from "../src/store/migrations.ts";
import { mongoUserViews } from "../src/store/users.ts";

const now = new Date("2026-11-22T12:00:00Z");

let connection: Connection;
beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
  await migrate(connection, migrations);
});
afterAll(() => connection.close());

const open = () => {
  const users = mongoUserViews({ connection, clock: { now: () => now } });
  const subscription = { status: "active", tier: "premium", plan: "monthly" } as const;
  return {
    users,
    apply: users.applyAccount,
    erase: (id: string, seq: number) => users.applyAccount(id, seq, undefined),
    subscribe: (id: string, seq: number) => users.applySubscription(id, seq, subscription),
  };
};

const accountOf = (id: string): AccountState => ({
  username: `name_${id}`,
  email: `${id}@example.com`,
  role: "user",
});

const storedOf = async (id: string) => {
  const found: string[] = [];
  for (const { name } of await connection.listCollections())
    for await (const document of connection.collection(name).find({}))
      if (JSON.stringify(document).includes(id)) found.push(name);
  return found;
};

it("stores no data of an erased account when older states arrive later", async () => {
  const { users, apply, erase, subscribe } = open();
  await apply("usr_1", 1, accountOf("usr_1"));
  await erase("usr_1", 3);
  await apply("usr_1", 2, accountOf("usr_1"));
  expect(await users.find("usr_1")).toBeUndefined();
  await subscribe("usr_1", 7);
  expect(await users.list({ limit: 10 })).toMatchObject({ users: [], total: 0 });
  expect(await storedOf("usr_1")).toEqual([]);
});

it("stores no data of an erased account when an older state arrives at the same time", async () => {
  const { apply, erase } = open();
  const ids = Array.from({ length: 20 }, (_, index) => `usr_at_once_${index}`);
  await Promise.all(ids.map((id) => apply(id, 1, accountOf(id))));
  await Promise.all(ids.flatMap((id) => [apply(id, 2, accountOf(id)), erase(id, 3)]));
  expect(await storedOf("usr_at_once")).toEqual([]);
});

it("keeps a newer state than the erased one", async () => {
  const { users, apply, erase } = open();
  await apply("usr_3", 1, accountOf("usr_3"));
  await erase("usr_3", 2);
  await erase("usr_3", 1);
  await apply("usr_3", 3, accountOf("usr_3"));
  expect(await users.find("usr_3")).toMatchObject({ username: "name_usr_3" });
});
