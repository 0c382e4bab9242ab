import { testEngines } from "@orbline/kit/testing/engines";
import { predictionSchema, type Prediction } from "@orbline/proto/http/prediction";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  billingDouble,
  exactly,
  newSubscriber,
  noon,
  openPredictions,
  startService,
  user,
  type Client,
} from "./service.ts";

let billing: Awaited<ReturnType<typeof billingDouble>>;
let one: Awaited<ReturnType<typeof startService>>;
let other: Awaited<ReturnType<typeof startService>>;
let database: Awaited<ReturnType<typeof openPredictions>>;

beforeAll(async () => {
  billing = await billingDouble();
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
const wish = { sport: "nba", riskLevel: "moderate", stake: 12.345 };

const predict = async (process: Client, userId: string, asked: object): Promise<Prediction> => {
  const answer = await process.post("/api/new-prediction", asked, { as: user(userId) });
  expect(answer.status).toBe(200);
  return exactly(predictionSchema, answer.body);
};

describe("two processes are as one", () => {
  it("for a wish that needs nothing new", async () => {
    const userId = subscriber();
    const given = await predict(one, userId, wish);
    expect(await predict(other, userId, { ...wish, forceNew: false })).toEqual(given);
    const next = { ...wish, requestCount: 2, forceNew: false };
    const both = [predict(one, userId, next), predict(other, userId, next)];
    const [first, second] = await Promise.all(both);
    expect(second).toEqual(first);
    expect(await stored(userId)).toBe(2);
  });

  it("for a request that is sent again", async () => {
    const userId = subscriber();
    const press = { ...wish, timestamp: Date.parse(noon) };
    const given = await predict(one, userId, press);
    expect(await predict(other, userId, press)).toEqual(given);
    expect(await stored(userId)).toBe(1);
  });

  it("for the second click of a double click, by the moment that the screen tells", async () => {
    const userId = subscriber();
    // In this clock no time passes between both, so the second was sent before the first was answered.
    const click = (process: Client, ms: number, requestCount: number) =>
      predict(process, userId, { ...wish, timestamp: Date.parse(noon) + ms, requestCount });
    const [first, second] = await Promise.all([click(one, 400, 1), click(other, 600, 2)]);
    expect(second).toEqual(first);
    expect(await stored(userId)).toBe(1);
    expect((await click(other, 1_200, 2)).id).not.toBe(first?.id);
    expect(await stored(userId)).toBe(2);
  });

  it("but a press that follows the answer, however soon, gets the next pick", async () => {
    const userId = subscriber();
    const press = { ...wish, timestamp: Date.parse(noon) };
    const first = await predict(one, userId, press);
    other.time.set(new Date(Date.parse(noon) + 9_000));
    const next = { ...press, timestamp: press.timestamp + 100, requestCount: 2 };
    expect((await predict(other, userId, next)).id).not.toBe(first.id);
    other.time.set(new Date(noon));
    expect(await stored(userId)).toBe(2);
  });
});
