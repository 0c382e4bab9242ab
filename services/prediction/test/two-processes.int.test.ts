import { testEngines } from "@orbline/kit/testing/engines";
import { predictionSchema, type Prediction } from "@orbline/proto/http/prediction/prediction";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  fakeBilling,
  exactly,
  newSubscriber,
  noon,
  openPredictions,
  startService,
  user,
  type Client,
} from "./service.ts";

let billing: Awaited<ReturnType<typeof fakeBilling>>;
let one: Awaited<ReturnType<typeof startService>>;
let other: Awaited<ReturnType<typeof startService>>;
let database: Awaited<ReturnType<typeof openPredictions>>;

beforeAll(async () => {
  billing = await fakeBilling();
  one = await startService(billing.address);
  other = await startService(billing.address);
  database = await openPredictions(testEngines().mongoUrl);
});
afterAll(async () => {
  await database.close();
  await other.stop();
  await one.stop();
  await billing.close();
});

const subscriber = () => newSubscriber(billing);
const stored = (userId: string) => database.predictions.countDocuments({ userId });
const body = { sport: "nba", riskLevel: "moderate", stake: 12.345 };

const predict = async (process: Client, userId: string, requested: object): Promise<Prediction> => {
  const answer = await process.post("/api/new-prediction", requested, { as: user(userId) });
  expect(answer.status).toBe(200);
  return exactly(predictionSchema, answer.body);
};

describe("two processes", () => {
  it("return one prediction to requests with forceNew: false", async () => {
    const userId = subscriber();
    const given = await predict(one, userId, body);
    expect(await predict(other, userId, { ...body, forceNew: false })).toEqual(given);
    const next = { ...body, requestCount: 2, forceNew: false };
    const both = [predict(one, userId, next), predict(other, userId, next)];
    const [first, second] = await Promise.all(both);
    expect(second).toEqual(first);
    expect(await stored(userId)).toBe(2);
  });

  it("return one prediction to a request that is sent again, one after the other or at once", async () => {
    const userId = subscriber();
    const click = { ...body, timestamp: Date.parse(noon) };
    const given = await predict(one, userId, click);
    expect(await predict(other, userId, click)).toEqual(given);
    const next = { ...click, requestCount: 2 };
    const both = [predict(one, userId, next), predict(other, userId, next)];
    const [first, second] = await Promise.all(both);
    expect(second).toEqual(first);
    expect(await stored(userId)).toBe(2);
  });
});
