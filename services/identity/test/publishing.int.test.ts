import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { eventually } from "@orbline/kit/testing/eventually";
import { userState } from "@orbline/proto/states";
import { startEngines, type Engines } from "@orbline/engines/engines";
import { freePort } from "@orbline/engines/ports";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openAccounts, openTopics } from "./engines.ts";
import { callerIn, client, newName, password, testEnv } from "./service.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
let engines: Engines;
let accounts: Awaited<ReturnType<typeof openAccounts>>;
let topics: Awaited<ReturnType<typeof openTopics>>;
const children: ChildProcess[] = [];

/** Separate engines, because the test kills the broker. */
beforeAll(async () => {
  engines = await startEngines();
  accounts = await openAccounts(new URL("/identity", engines.mongoUrl).href);
  topics = await openTopics([engines.kafkaBrokers], "");
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
});
afterAll(async () => {
  await topics.close();
  await accounts.close();
  await engines.stop();
});

const kill = async (child: ChildProcess, signal: NodeJS.Signals = "SIGKILL") => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
};

/** Starts the service in a separate process like `make up`. */
const startProcess = async () => {
  const port = await freePort();
  const env = {
    ...testEnv(),
    PORT: String(port),
    MONGO_URL: new URL("/identity", engines.mongoUrl).href,
    KAFKA_BROKERS: engines.kafkaBrokers,
    KAFKA_PARTITIONS: "3",
    REDIS_URL: engines.redisUrl,
    NAMESPACE: "",
  };
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "inherit", "inherit"] });
  children.push(child);
  await eventually(
    async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200),
    { timeoutMs: 40_000 },
  );
  return { child, ...client(port) };
};

const published = (id: string) => topics.records.filter(({ key }) => key === id);

it("publishes the state of a new account and closes in order on SIGTERM", async () => {
  const service = await startProcess();
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
  const service = await startProcess();
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

  await startProcess();
  // The producer repeats a message that the broker stored without confirming it; readers accept repetitions.
  const isPublished = (id: string) => published(id).some(({ seq }) => seq === 1);
  await eventually(() => expect(ids.filter(isPublished)).toEqual(ids), { timeoutMs: 40_000 });
}, 120_000);
