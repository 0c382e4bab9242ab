import type { ChildProcess } from "node:child_process";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { userState } from "@orbline/proto/states";
import { startEngines, type Engines } from "@orbline/engines/engines";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openAccounts, openTopics } from "./engines.ts";
import { callerIn, kill, newName, password, startProcess } from "./service.ts";

let engines: Engines;
let accounts: Awaited<ReturnType<typeof openAccounts>>;
let topics: Awaited<ReturnType<typeof openTopics>>;
const children: ChildProcess[] = [];

/** A separate broker, because the test kills it. */
beforeAll(async () => {
  const { mongoUrl, prefix } = testEngines();
  engines = await startEngines({ mongo: false, redis: false });
  accounts = await openAccounts(mongoUrl);
  topics = await openTopics([engines.kafkaBrokers], prefix);
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
});
afterAll(async () => {
  await topics.close();
  await accounts.close();
  await engines.stop();
});

const startService = async () => {
  const service = await startProcess({ KAFKA_BROKERS: engines.kafkaBrokers });
  children.push(service.child);
  return service;
};

const published = (id: string) => topics.records.filter(({ key }) => key === id);

it("publishes the state of a new account and closes in order on SIGTERM", async () => {
  const service = await startService();
  const answer = await service.post("/api/register", {
    username: "Published",
    password,
    email: "published@example.com",
  });
  const { userId } = callerIn(answer);
  const [record] = await eventually(() => {
    expect(published(userId)).toHaveLength(1);
    return published(userId);
  });
  expect(record).toMatchObject({ type: "user.registered", source: "identity", seq: 1 });
  expect(userState.decode(record?.value ?? Buffer.alloc(0))).toMatchObject({
    id: userId,
    username: "Published",
    email: "published@example.com",
    role: "user",
  });
  await eventually(async () => {
    expect(await accounts.users.findOne({ pending: { $exists: true } })).toBeNull();
  });
  await kill(service.child, "SIGTERM");
  expect(service.child.exitCode).toBe(0);
}, 60_000);

it("publishes a state whose process was killed between saving and publishing", async () => {
  const service = await startService();
  await engines.kill("kafka");
  const ids: string[] = [];
  for (let user = 0; user < 5; user += 1) {
    const answer = await service.post("/api/register", { username: newName(), password });
    expect(answer.status).toBe(201);
    ids.push(callerIn(answer).userId);
  }
  await kill(service.child);
  await engines.restart("kafka");
  const marked = await accounts.users.countDocuments({ pending: { $exists: true } });
  expect(marked).toBe(5);
  expect(ids.flatMap(published)).toEqual([]);

  await startService();
  // The producer repeats a message that the broker stored without confirming it; readers accept repetitions.
  const isPublished = (id: string) => published(id).some(({ seq }) => seq === 1);
  await eventually(() => expect(ids.filter(isPublished)).toEqual(ids), { timeoutMs: 40_000 });
}, 120_000);
