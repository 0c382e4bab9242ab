import { testEngines } from "@orbline/kit/testing/engines";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import { eventually } from "@orbline/kit/testing/eventually";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { PredictionContext } from "../src/config.ts";
import { predictionCollection } from "../src/store/prediction-document.ts";
import { predictionQuotas } from "../src/store/quotas.ts";
import { fakeBilling, newUser, startService, user } from "./service.ts";

let connection: Connection;
beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
});
afterAll(() => connection.close());

const config = {
  PREDICTIONS_PER_MINUTE: 3,
  PREDICTIONS_PER_DAY: 5,
  TRIAL_PREDICTIONS_PER_MINUTE: 2,
  TRIAL_PREDICTIONS_PER_DAY: 4,
};

const openQuotas = () => {
  const time = { now: new Date("2026-11-26T10:00:20Z") };
  const clock = { now: () => time.now };
  const context = { connection, clock, config } as unknown as PredictionContext;
  return { time, quotas: predictionQuotas(context) };
};

const paid = { isTrial: false };
const exceeded = (uses: { window: string; isExceeded: boolean }[]) =>
  uses.filter(({ isExceeded }) => isExceeded).map(({ window }) => window);

it("counts down a user's quota of the minute, and gives a new one in the next minute", async () => {
  const { time, quotas } = openQuotas();
  const left = [];
  for (let request = 0; request < 4; request += 1) {
    const [minute] = await quotas.take("usr_minute", paid);
    left.push([minute?.remaining, minute?.isExceeded, minute?.resetSeconds]);
  }
  expect(left).toEqual([
    [2, false, 40],
    [1, false, 40],
    [0, false, 40],
    [0, true, 40],
  ]);
  expect(exceeded(await quotas.take("usr_other", paid))).toEqual([]);
  time.now = new Date("2026-11-26T10:01:00Z");
  expect(exceeded(await quotas.take("usr_minute", paid))).toEqual([]);
});

it("gives a trial a smaller quota", async () => {
  const { quotas } = openQuotas();
  const trial = { isTrial: true };
  for (let request = 0; request < 2; request += 1)
    expect(exceeded(await quotas.take("usr_trial", trial))).toEqual([]);
  expect(exceeded(await quotas.take("usr_trial", trial))).toEqual(["minute"]);
});

it("counts the predictions that another process has stored today, and none of yesterday", async () => {
  const { time, quotas } = openQuotas();
  const userId = "usr_day";
  const at = (text: string, id: string) => ({ _id: id, userId, createdAt: new Date(text) });
  const documents = [
    at("2026-11-25T23:59:59Z", "prd_old"),
    ...[1, 2, 3, 4].map((hour) => at(`2026-11-26T0${hour}:00:00Z`, `prd_${hour}`)),
  ];
  await predictionCollection(connection).insertMany(documents as never[]);
  expect(exceeded(await quotas.take(userId, paid))).toEqual([]);
  const uses = await quotas.take(userId, paid);
  expect(exceeded(uses)).toEqual(["day"]);
  expect(uses[1]).toMatchObject({ quota: 5, remaining: 0, resetSeconds: 50_380 });
  time.now = new Date("2026-11-27T00:00:00Z");
  expect(exceeded(await quotas.take(userId, paid))).toEqual([]);
});

it("gives a trial the smaller quota also after a change of its plan, and before its event has arrived", async () => {
  const billing = await fakeBilling();
  const service = await startService(billing.address, { TRIAL_PREDICTIONS_PER_MINUTE: "2" });
  try {
    const body = { sport: "nba", riskLevel: "moderate", requestCount: 1 };
    const policyOf = async (userId: string) => {
      const answer = await service.post("/api/new-prediction", body, { as: user(userId) });
      expect(answer.status).toBe(200);
      return answer.headers.get("ratelimit-policy");
    };
    const [asked, changed] = [newUser(), newUser()];
    billing.owned.set(asked, { entitled: true, trialing: true });
    expect(await policyOf(asked)).toMatch(/^"minute";q=2;/);
    // The status of a trial that is over, and whose first charge is not paid yet.
    const state = { entitled: true, plan: "annual", accessStatus: "active" };
    await billing.publish(changed, 1, { ...state, tier: "premium_trial" });
    // Until the event arrives, the fake billing knows no subscription.
    expect(await eventually(() => policyOf(changed))).toMatch(/^"minute";q=2;/);
  } finally {
    await service.stop();
    await billing.close();
  }
});

it("refuses a request beyond the quota over HTTP with the RateLimit fields, and stores nothing", async () => {
  const billing = await fakeBilling();
  const service = await startService(billing.address, { TRIAL_PREDICTIONS_PER_MINUTE: "2" });
  try {
    const userId = newUser();
    await billing.publish(userId, 1, { entitled: true, plan: "trial", tier: "premium_trial" });
    const body = { sport: "nba", riskLevel: "moderate", requestCount: 1 };
    const predict = () => service.post("/api/new-prediction", body, { as: user(userId) });
    // Until the event arrives, the fake billing knows no subscription.
    const first = await eventually(async () => {
      const answer = await predict();
      expect(answer.status).toBe(200);
      return answer;
    });
    expect(first.headers.get("ratelimit-policy")).toBe('"minute";q=2;w=60, "day";q=300;w=86400');
    expect(first.headers.get("ratelimit")).toMatch(/^"minute";r=1;t=\d+, "day";r=299;t=\d+$/);
    expect((await predict()).status).toBe(200);
    const refused = await predict();
    expect(refused).toMatchObject({ status: 429, body: { code: "predictions.minute" } });
    expect(refused.headers.get("ratelimit")).toMatch(/^"minute";r=0;t=\d+/);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await predictionCollection(connection).countDocuments({ userId })).toBe(2);
  } finally {
    await service.stop();
    await billing.close();
  }
});
