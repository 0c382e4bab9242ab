import { createLogger } from "@orbline/kit/observability/logger";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Death } from "../src/domain/dead-letter.ts";
import type { AccountState } from "../src/domain/user-view.ts";
import { migrations } from "../src/store/migrations.ts";
import { mongoDeadLetters } from "../src/store/mongo-dead-letters.ts";
import { mongoUserViews } from "../src/store/mongo-user-views.ts";
import { applyAccountState } from "../src/use-cases/apply-account-state.ts";
import { applySubscriptionState } from "../src/use-cases/apply-subscription-state.ts";

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
  const topics = ["identity.users"];
  const deadLetters = mongoDeadLetters({ connection, topics, retry: () => Promise.resolve() });
  const apply = applyAccountState({ users, deadLetters });
  const subscribe = applySubscriptionState({ users });
  const subscription = { status: "active", tier: "premium" } as const;
  return {
    users,
    lettersOf: (id: string) => deadLetters.findAbout([id]),
    tell: (id: string, seq: number, account: AccountState) => apply({ id, seq, account }),
    end: (id: string, seq: number) => apply({ id, seq, account: undefined }),
    subscribe: (userId: string, seq: number) => subscribe({ userId, seq, subscription }),
    keep: deadLetters.keep,
  };
};

const accountOf = (id: string): AccountState => ({
  username: `name_${id}`,
  email: `${id}@example.com`,
  role: "user",
});

const deathOf = (id: string, value: Buffer | null): Death => ({
  topic: "identity.users",
  partition: 0,
  offset: `${id}_${value ? "state" : "end"}`,
  group: "prediction",
  key: id,
  type: "user.updated",
  reason: "since repaired",
  diedAt: now,
  position: 1,
  value,
  headers: { ce_id: `${id}:2` },
});

const storedOf = async (id: string) => {
  const found: string[] = [];
  for (const { name } of await connection.listCollections())
    for await (const document of connection.collection(name).find({}))
      if (JSON.stringify(document).includes(id)) found.push(name);
  return found;
};

it("what arrives after the end of an account, old as it is, leaves no trace of it", async () => {
  const { users, lettersOf, tell, end, subscribe, keep } = open();
  await tell("usr_1", 1, accountOf("usr_1"));
  await end("usr_1", 3);
  await keep(deathOf("usr_1", Buffer.from("usr_1@example.com")));
  expect(await lettersOf("usr_1")).toEqual([]);
  await tell("usr_1", 2, accountOf("usr_1"));
  expect(await users.find("usr_1")).toBeUndefined();
  await subscribe("usr_1", 7);
  expect(await users.list({ limit: 10 })).toMatchObject({ users: [], total: 0 });
  expect(await storedOf("usr_1")).toEqual([]);
});

it("an old state that is on its way while the account ends does not outlive it", async () => {
  const { lettersOf, tell, end, keep } = open();
  const ids = Array.from({ length: 20 }, (_, index) => `usr_at_once_${index}`);
  await Promise.all(ids.map((id) => tell(id, 1, accountOf(id))));
  await Promise.all(
    ids.flatMap((id) => [
      tell(id, 2, accountOf(id)),
      keep(deathOf(id, Buffer.from(`${id}@example.com`))),
      end(id, 3),
    ]),
  );
  for (const id of ids) expect(await lettersOf(id)).toEqual([]);
  expect(await storedOf("usr_at_once")).toEqual([]);
});

it("a letter that tells of an end stays for the service that has not heard of it", async () => {
  const { lettersOf, end, keep } = open();
  await keep(deathOf("usr_2", null));
  await end("usr_2", 3);
  await keep({ ...deathOf("usr_2", null), position: 2 });
  expect(await lettersOf("usr_2")).toMatchObject([{ key: "usr_2", deaths: 2 }]);
});

it("an account that has not ended, and a newer state, are kept", async () => {
  const { users, lettersOf, tell, end, keep } = open();
  await tell("usr_3", 1, accountOf("usr_3"));
  await keep(deathOf("usr_3", Buffer.from("usr_3@example.com")));
  expect(await lettersOf("usr_3")).toHaveLength(1);
  await end("usr_3", 2);
  await end("usr_3", 1);
  await tell("usr_3", 3, accountOf("usr_3"));
  expect(await users.find("usr_3")).toMatchObject({ username: "name_usr_3" });
});
