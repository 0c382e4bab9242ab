import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { systemClock } from "@orbline/kit/clock";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { readTopic, testKafka } from "@orbline/kit/testing/kafka";
import { testUserData } from "@orbline/kit/testing/grpc";
import { guardrailsSchema } from "@orbline/proto/http/prediction/guardrails";
import { guardrailsState } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { selfExclude } from "../src/domain/guardrails.ts";
import { mongoGuardrails } from "../src/store/guardrails.ts";
import { serviceProcesses } from "./processes.ts";
import {
  type Client,
  exactly,
  newSubscriber,
  noon,
  openPair,
  startService,
  testEnv,
  user,
} from "./service.ts";

const { billing, one, other, database, close } = await openPair();
afterEach(() => {
  for (const service of [one, other]) service.time.set(noon);
});
afterAll(close);

const advance = (hours: number) => {
  const now = new Date(Date.parse(noon) + hours * 3_600_000).toISOString();
  for (const service of [one, other]) service.time.set(now);
};
const stored = (userId: string) => database.predictions.countDocuments({ userId });
const predict = (at: Client, userId: string, requestCount = 1, extra: object = {}) => {
  const body = { sport: "nba", riskLevel: "moderate", requestCount, ...extra };
  return at.post("/api/new-prediction", body, { as: user(userId) });
};
const setLimits = (userId: string, limits: object) =>
  one.patch("/api/guardrails/limits", limits, { as: user(userId) });
const guardrailsOf = async (userId: string) => {
  const { status, body } = await other.get("/api/guardrails", { as: user(userId) });
  expect(status).toBe(200);
  return exactly(guardrailsSchema, body);
};

describe("a limit of stakes", () => {
  const record = async (userId: string, id: string, stake: number, at: Client = one) => {
    const bet = { stake, odds: 150, book: "Northgate" };
    const as = user(userId);
    expect((await at.post(`/api/predictions/${id}/bet`, bet, { as })).status).toBe(200);
  };
  const newPick = async (userId: string, requestCount: number) => {
    const { status, body } = await predict(one, userId, requestCount);
    expect(status).toBe(200);
    return (body as { id: string }).id;
  };

  it("refuses predictions in every process once the recorded bets reach it, and records bets on", async () => {
    const userId = newSubscriber(billing);
    const first = await newPick(userId, 1);
    const second = await newPick(userId, 2);
    await setLimits(userId, { stakeDay: 100 });
    await record(userId, first, 60.5);
    expect((await predict(other, userId, 3)).status).toBe(200);
    await record(userId, second, 39.5, other);
    const refused = await predict(one, userId, 4);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: "guardrails.stake_day",
        message:
          "Your limit is $100 in recorded stakes a day. The next day starts on Mar 7, 2030, 12:00 AM UTC.",
      },
    });
    await record(userId, second, 60);
    expect((await guardrailsOf(userId)).limits.stakeDay).toMatchObject({ limit: 100, used: 120.5 });
    expect(await stored(userId)).toBe(3);
    advance(12);
    expect((await guardrailsOf(userId)).limits.stakeDay.used).toBe(0);
    expect((await predict(other, userId, 4)).status).toBe(200);
  });

  it("counts again what is left after a bet was corrected or removed", async () => {
    const userId = newSubscriber(billing);
    const id = await newPick(userId, 1);
    await setLimits(userId, { stakeWeek: 50 });
    await record(userId, id, 50);
    expect((await predict(other, userId, 2)).status).toBe(429);
    await record(userId, id, 49.99);
    expect((await predict(other, userId, 2)).status).toBe(200);
    await one.delete(`/api/predictions/${id}/bet`, { as: user(userId) });
    expect((await guardrailsOf(userId)).limits.stakeWeek.used).toBe(0);
  });

  it("is raised by a confirmation after 24 hours, as a limit of predictions is", async () => {
    const userId = newSubscriber(billing);
    const as = user(userId);
    await setLimits(userId, { stakeMonth: 100 });
    await setLimits(userId, { stakeMonth: 200 });
    const confirm = () => one.post("/api/guardrails/limits/stakeMonth/confirm", {}, { as });
    expect((await confirm()).status).toBe(409);
    advance(24);
    expect(await confirm()).toMatchObject({
      status: 200,
      body: { limits: { stakeMonth: { limit: 200 } } },
    });
  });

  it.each([{ stakeDay: 0 }, { stakeWeek: 10.5 }, { stakeMonth: 100_001 }])(
    "is refused when it is no whole number of dollars up to 100,000: %o",
    async (limits) => {
      expect((await setLimits(newSubscriber(billing), limits)).status).toBe(400);
    },
  );
});

describe("a limit of predictions", () => {
  it("binds at once in every process, counts earlier predictions and names itself in the refusal", async () => {
    const userId = newSubscriber(billing);
    expect((await predict(one, userId, 1)).status).toBe(200);
    expect((await setLimits(userId, { day: 2 })).status).toBe(200);
    expect((await predict(other, userId, 2)).status).toBe(200);
    const refused = await predict(one, userId, 3);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: "guardrails.day",
        message:
          "Your limit is 2 predictions a day. The next day starts on Mar 7, 2030, 12:00 AM UTC.",
      },
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(43_000);
    expect(await stored(userId)).toBe(2);
    expect((await guardrailsOf(userId)).limits.day).toEqual({
      limit: 2,
      used: 2,
      resetsAt: "2030-03-07T00:00:00.000Z",
      pending: null,
    });
    advance(12);
    expect((await predict(one, userId, 3)).status).toBe(200);
  });

  it("lets no request through beyond it when two processes get many at once", async () => {
    const userId = newSubscriber(billing);
    await setLimits(userId, { day: 20, week: 5 });
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => predict(n % 2 === 0 ? one : other, userId, n + 1)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
    expect(await stored(userId)).toBe(5);
  });

  it("counts a request that is sent again once", async () => {
    const userId = newSubscriber(billing);
    await setLimits(userId, { day: 1 });
    const again = { timestamp: Date.parse(noon) };
    const first = await predict(one, userId, 1, again);
    expect(first.status).toBe(200);
    expect(await predict(one, userId, 1, again)).toMatchObject({ status: 200, body: first.body });
  });

  it("is raised after 24 hours by a confirmation, and not before", async () => {
    const userId = newSubscriber(billing);
    const as = user(userId);
    await setLimits(userId, { day: 1 });
    await setLimits(userId, { day: 3 });
    const confirm = () => other.post("/api/guardrails/limits/day/confirm", {}, { as });
    expect(await confirm()).toMatchObject({ status: 409, body: { code: "guardrails.too_early" } });
    expect((await guardrailsOf(userId)).limits.day).toMatchObject({
      limit: 1,
      pending: { limit: 3, confirmableAt: "2030-03-07T12:00:00.000Z" },
    });
    advance(24);
    expect((await guardrailsOf(userId)).limits.day.limit).toBe(1);
    expect(await confirm()).toMatchObject({ status: 200, body: { limits: { day: { limit: 3 } } } });
    expect(await confirm()).toMatchObject({ status: 404, body: { code: "guardrails.no_change" } });
  });

  it("stays when the user drops the higher one", async () => {
    const userId = newSubscriber(billing);
    const as = user(userId);
    await setLimits(userId, { month: 1 });
    await setLimits(userId, { month: null });
    const dropped = await one.delete("/api/guardrails/limits/month/pending", { as });
    expect(dropped).toMatchObject({
      status: 200,
      body: { limits: { month: { limit: 1, pending: null } } },
    });
  });

  it.each([{ day: 0 }, { day: 1.5 }, { week: 1_001 }, { month: "5" }, { year: 1 }])(
    "is refused with its field when it is no whole number from 1 to 1000: %o",
    async (limits) => {
      const answer = await setLimits(newSubscriber(billing), limits);
      expect(answer).toMatchObject({ status: 400 });
    },
  );
});

it("says with the fifth insane prediction of a day how many of them lose by their estimates", async () => {
  const userId = newSubscriber(billing);
  const body = { sport: "nba", riskLevel: "insane" };
  const answers = [];
  for (let n = 1; n <= 6; n += 1)
    answers.push(
      await one.post("/api/new-prediction", { ...body, requestCount: n }, { as: user(userId) }),
    );
  const bodies = answers.map((answer) => answer.body as Record<string, unknown>);
  const said = bodies.map(({ insaneToday }) => insaneToday);
  const wins = bodies.slice(0, 5).map(({ confidence }) => Number(confidence));
  const expectedLosses = 5 - wins.reduce((total, probability) => total + probability, 0);
  expect(said.map((notice) => notice !== undefined)).toEqual([
    false,
    false,
    false,
    false,
    true,
    false,
  ]);
  expect(said[4]).toEqual({ count: 5, expectedLosses: expect.closeTo(expectedLosses, 5) });
});

it("counts insane predictions of another process too", async () => {
  const as = user(newSubscriber(billing));
  const predictAt = async (process: typeof one, requestCount: number) => {
    const body = { sport: "nhl", riskLevel: "insane", requestCount };
    return (await process.post("/api/new-prediction", body, { as })).body as object;
  };
  await predictAt(one, 1);
  for (const requestCount of [2, 3, 4]) await predictAt(other, requestCount);
  // A process reads the picks of others every two seconds.
  await delay(2_100);
  expect(await predictAt(one, 5)).toMatchObject({ insaneToday: { count: 5 } });
});

describe("a time-out", () => {
  it("refuses predictions in every process until it ends, and cannot be shortened", async () => {
    const userId = newSubscriber(billing);
    const start = (days: number) =>
      one.post("/api/guardrails/time-out", { days }, { as: user(userId) });
    expect(await start(7)).toMatchObject({
      status: 200,
      body: { timeOutUntil: "2030-03-13T12:00:00.000Z" },
    });
    expect(await start(1)).toMatchObject({
      status: 409,
      body: { code: "guardrails.time_out_running" },
    });
    const text =
      "You are taking a time-out. Predictions start again on Mar 13, 2030, 12:00 PM UTC.";
    expect(await predict(other, userId)).toMatchObject({
      status: 403,
      body: { code: "guardrails.time_out", message: text },
    });
    expect(await stored(userId)).toBe(0);
    advance(7 * 24);
    expect((await predict(other, userId)).status).toBe(200);
    expect((await guardrailsOf(userId)).timeOutUntil).toBeNull();
  });

  it.each([0, 43, 1.5])("of %s days is refused", async (days) => {
    const as = user(newSubscriber(billing));
    expect((await one.post("/api/guardrails/time-out", { days }, { as })).status).toBe(400);
  });
});

describe.each([
  ["a time-out", "time-out", { days: 7 }, "guardrails.time_out", 7],
  [
    "a self-exclusion",
    "self-exclusion",
    { months: 6, understood: true },
    "guardrails.self_exclusion",
    184,
  ],
] as const)("%s", (_name, path, length, code, days) => {
  it("refuses our estimates and price checks until it ends", async () => {
    const userId = newSubscriber(billing);
    const as = user(userId);
    const read = () => other.get("/api/estimates?sport=nba", { as });
    const check = async () => {
      const { body } = await other.get("/api/slate?sport=nba", { as });
      const [game] = (body as { games: { id: string }[] }).games;
      const leg = { gameId: game?.id, market: "moneyline", side: "home", odds: 150 };
      return other.post("/api/price-check", { legs: [leg], stake: 10 }, { as });
    };
    expect([(await read()).status, (await check()).status]).toEqual([200, 200]);
    await one.post(`/api/guardrails/${path}`, length, { as });
    expect(await read()).toMatchObject({ status: 403, body: { code } });
    expect(await check()).toMatchObject({ status: 403, body: { code } });
    advance(days * 24);
    expect([(await read()).status, (await check()).status]).toEqual([200, 200]);
  });
});

const connectIdentity = () => testUserData({ port: one.grpcPort });

/** Reads the ends of self-exclusions on their topic. */
const readPublished = async () => {
  const { brokers, prefix } = testEngines();
  const kafka = await testKafka({ brokers });
  const records = await readTopic(kafka, topicIn(prefix, topics.guardrails).name);
  /** The ends of a user, oldest first; null for the erasure. */
  const endsOf = (userId: string) =>
    records
      .filter(({ key }) => key === userId)
      .map(
        ({ value }) =>
          value && new Date(guardrailsState.decode(value).selfExcludedUntilMs).toISOString(),
      );
  const endOf = (userId: string) => endsOf(userId).at(-1);
  return { endsOf, endOf, close: kafka.close };
};

describe("a self-exclusion", () => {
  let topic: Awaited<ReturnType<typeof readPublished>>;
  beforeAll(async () => {
    topic = await readPublished();
  });
  afterAll(() => topic.close());

  const exclude = (at: Client, userId: string, months: number, understood: unknown = true) =>
    at.post("/api/guardrails/self-exclusion", { months, understood }, { as: user(userId) });

  it("refuses predictions in every process until it ends, and cannot be undone", async () => {
    const userId = newSubscriber(billing);
    expect(await exclude(one, userId, 12)).toMatchObject({
      status: 200,
      body: { selfExcludedUntil: "2031-03-06T12:00:00.000Z" },
    });
    expect(await exclude(one, userId, 6)).toMatchObject({
      status: 409,
      body: { code: "guardrails.self_exclusion_running" },
    });
    expect(await predict(other, userId)).toMatchObject({
      status: 403,
      body: {
        code: "guardrails.self_exclusion",
        message: "You have excluded yourself from predictions until Mar 6, 2031, 12:00 PM UTC.",
      },
    });
    expect(await stored(userId)).toBe(0);
    advance(365 * 24);
    expect((await predict(other, userId)).status).toBe(200);
  });

  it("is published, and erased from the topic with the account", async () => {
    const userId = newSubscriber(billing);
    await exclude(one, userId, 6);
    await eventually(() => expect(topic.endOf(userId)).toBe("2030-09-06T12:00:00.000Z"));
    const identity = connectIdentity();
    await eventually(async () =>
      expect(await identity.EraseUser({ userId })).toEqual({ done: true }),
    );
    identity.close();
    await eventually(() => expect(topic.endOf(userId)).toBeNull());
  });

  it("is published before the erasure of its user replaces it", async () => {
    const userId = "usr_excluded_and_erased";
    const logger = createLogger({ service: "test", level: "silent" });
    const connection = await connectMongo({ url: testEngines().mongoUrl, logger });
    const unpublished = mongoGuardrails(connection, systemClock, () => undefined);
    await unpublished.update(userId, (current) => selfExclude(current, 6, new Date("2030-01-01")));
    await connection.close();
    const identity = connectIdentity();
    await eventually(async () =>
      expect(await identity.EraseUser({ userId })).toEqual({ done: true }),
    );
    identity.close();
    await eventually(() =>
      expect(topic.endsOf(userId)).toEqual(["2030-07-01T00:00:00.000Z", null]),
    );
  });

  it("is published by the next process when its own is killed between the write and the publishing", async () => {
    const userId = "usr_excluded_and_killed";
    const program = fileURLToPath(new URL("excluding-process.ts", import.meta.url));
    const child = spawn(process.execPath, [program, testEngines().mongoUrl, userId]);
    const [, signal] = (await once(child, "exit")) as [number | null, string | null];
    expect(signal).toBe("SIGKILL");
    const next = await startService(billing.address);
    await eventually(() => expect(topic.endOf(userId)).toBe("2030-07-01T00:00:00.000Z"));
    await next.stop();
  });

  it.each([
    [3, true],
    [6, false],
    [6, null],
  ])("of %s months with the confirmation %s is refused", async (months, understood) => {
    expect((await exclude(one, newSubscriber(billing), months, understood)).status).toBe(400);
  });
});

it("exports the guardrails of a user and erases them", async () => {
  const userId = newSubscriber(billing);
  await setLimits(userId, { day: 4 });
  const identity = connectIdentity();
  const { json } = await identity.ExportUser({ userId, cursor: "" });
  expect(JSON.parse(json)).toMatchObject({ guardrails: [{ limits: { day: 4 } }] });
  await eventually(async () =>
    expect(await identity.EraseUser({ userId })).toEqual({ done: true }),
  );
  identity.close();
  expect(await database.tracesOf(userId)).toBe(0);
  expect((await guardrailsOf(userId)).limits.day.limit).toBeNull();
});

describe("a process that is killed", () => {
  const processes = serviceProcesses();
  const startProcess = () => processes.start(testEnv(billing.address));
  afterAll(processes.killAll);

  it("loses no acknowledged limit and stores nothing beyond it", async () => {
    const userId = "usr_killed";
    const as = user(userId);
    await billing.publish(userId, 1, { entitled: true });
    const first = await startProcess();
    const ready = { _id: userId } as object;
    await eventually(
      async () => expect(await database.collection("entitlements").countDocuments(ready)).toBe(1),
      { timeoutMs: 60_000 },
    );
    const limited = await first.patch("/api/guardrails/limits", { day: 3 }, { as });
    expect(limited.status).toBe(200);
    const answers = [1, 2, 3, 4, 5, 6].map((n) => predict(first, userId, n).catch(() => undefined));
    await Promise.race(answers);
    await first.kill();
    await Promise.all(answers);
    const second = await startProcess();
    for (let n = 1; n <= 8; n += 1) await predict(second, userId, 10 + n);
    // Places that the killed process had reserved stay taken for some minutes, so it may be fewer than the limit.
    const days = (await database.predictions.find({ userId }).toArray()).map(({ createdAt }) =>
      (createdAt as Date).toISOString().slice(0, 10),
    );
    expect(days).not.toEqual([]);
    // The processes have the clock of the machine, and midnight may pass during the test.
    for (const day of new Set(days))
      expect(days.filter((each) => each === day).length).toBeLessThanOrEqual(3);
    const { body } = await second.get("/api/guardrails", { as });
    expect(body).toMatchObject({ limits: { day: { limit: 3 } } });
  }, 180_000);
});
