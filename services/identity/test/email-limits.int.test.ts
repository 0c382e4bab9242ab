import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectRedis, type Redis } from "@orbline/kit/redis/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { testLifecycle } from "@orbline/kit/testing/lifecycle";
import type { Connection } from "mongoose";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { PendingEmail } from "../src/domain/email.ts";
import { notification, registerUser, updated } from "../src/domain/user-changes.ts";
import type { UserId } from "../src/domain/user.ts";
import { redisEmailLimits } from "../src/security/email-limits.ts";
import { migrations } from "../src/store/migrations.ts";
import { nameCollection } from "../src/store/names.ts";
import { userCollection } from "../src/store/user-document.ts";
import { startUserEmails } from "../src/store/user-emails.ts";
import { mongoUsers } from "../src/store/users.ts";

const logger = createLogger({ service: "test", level: "silent" });
const { mongoUrl, redisUrl, prefix: namespace } = testEngines();
const { lifecycle, stop } = testLifecycle();
let connection: Connection;
let redis: Redis;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };

beforeAll(async () => {
  connection = await connectMongo({ url: mongoUrl, logger });
  redis = await connectRedis({ url: redisUrl, logger });
  await migrate(connection, migrations);
});
afterEach(stop);
afterAll(async () => {
  redis.destroy();
  await connection.close();
});

/** An account with an unverified email address, and the worker that moves its emails to the outbox `post`. */
const startAccount = async (username: string, post: (email: PendingEmail) => Promise<void>) => {
  const emailLimits = redisEmailLimits({ redis, namespace });
  const service = { connection, clock, logger, lifecycle };
  const { wake } = startUserEmails(service, { emails: { post }, emailLimits });
  const users = mongoUsers({
    collection: userCollection(connection),
    names: nameCollection(connection),
    onChange: () => undefined,
    onPendingEmails: wake,
  });
  const id = users.nextId();
  const input = { id, username, role: "user", passwordHash: "hash" } as const;
  await users.add(registerUser({ ...input, email: `${username}@example.com` }, new Date()));
  const expectNonePending = async () =>
    expect(await userCollection(connection).findOne({ username })).not.toHaveProperty(
      "pendingEmails",
    );
  return { users, wake, expectNonePending };
};

it("sends an email to an unverified address however often the outbox has refused it", async () => {
  const posted: string[] = [];
  let refusals = 0;
  const { wake, expectNonePending } = await startAccount("refused", async ({ kind }) => {
    if (refusals === 20) return void posted.push(kind);
    refusals += 1;
    throw new Error("no database");
  });
  await eventually(async () => {
    // As if the wait until the next attempt had passed.
    aheadMs += 3_600_000;
    wake();
    await expectNonePending();
  });
  expect(new Set(posted)).toEqual(new Set(["verify-email"]));
});

it("sends ten emails to an unverified address while each of them repeats the move of the earlier ones", async () => {
  const posted = new Set<string>();
  const sentAt = Date.now();
  const { users, expectNonePending } = await startAccount("changing", async (email) => {
    if (posted.has(email.id)) return;
    posted.add(email.id);
    const at = new Date(sentAt + posted.size);
    // The account changes during the move of this email, and has one more.
    await users.update((email as { userId: UserId }).userId, (user) =>
      updated(user, notification("password-changed", user, at)),
    );
  });
  await eventually(expectNonePending);
  expect(posted.size).toBe(10);
});
