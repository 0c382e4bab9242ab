import { setTimeout as delay } from "node:timers/promises";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { predictionSchema, type Prediction } from "@orbline/proto/http/prediction/prediction";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { seededRandom } from "../src/slates/random.ts";
import { serviceProcesses } from "./processes.ts";
import { fakeBilling, openPredictions, testEnv, user } from "./service.ts";

const as = user("usr_crash");

let billing: Awaited<ReturnType<typeof fakeBilling>>;
let database: Awaited<ReturnType<typeof openPredictions>>;
const processes = serviceProcesses();

beforeAll(async () => {
  billing = await fakeBilling();
  database = await openPredictions(testEngines().mongoUrl);
});
afterEach(processes.killAll);
afterAll(async () => {
  await database.close();
  await billing.close();
});

const startProcess = () => processes.start(testEnv(billing.address));

it("stores every acknowledged prediction once, wherever the process is killed", async () => {
  const random = seededRandom("crash");
  const acknowledged: Prediction[] = [];
  let unanswered = 0;
  let service = await startProcess();
  // The entitlement comes from its event, because a cold process may exceed the second that a call to billing has.
  await billing.publish("usr_crash", 1, { entitled: true });
  await eventually(
    async () => expect(await database.collection("entitlements").countDocuments({})).toBe(1),
    { timeoutMs: 60_000 },
  );
  const predict = async (requestCount: number) => {
    const requestBody = { sport: "nba", riskLevel: "moderate", requestCount };
    const answer = await service
      .post("/api/new-prediction", requestBody, { as })
      .catch(() => undefined);
    if (answer) acknowledged.push(predictionSchema.parse(answer.body));
    else unanswered += 1;
  };
  let roundMs = 0;
  for (let round = 0; round < 6; round += 1) {
    const startedAt = performance.now();
    const five = [1, 2, 3, 4, 5].map((place) => predict(5 * round + place));
    const isKilled = round % 2 === 1;
    if (isKilled) {
      // At a random time within the duration of the previous round.
      await delay(random.uniform() * roundMs);
      await service.kill();
    }
    await Promise.all(five);
    roundMs = performance.now() - startedAt;
    if (isKilled) service = await startProcess();
  }
  expect(acknowledged.length + unanswered).toBe(30);
  expect(acknowledged.length).toBeGreaterThanOrEqual(15);

  const stored = await database.predictions.find({}).toArray();
  const ids = stored.map(({ _id }) => String(_id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(acknowledged.map(({ id }) => id)));
  // Only requests in flight at a kill may be stored without a response.
  expect(ids.length - acknowledged.length).toBeLessThanOrEqual(unanswered);
  for (const { id, confidence, parlayOdds } of acknowledged)
    expect(stored.find(({ _id }) => String(_id) === id)).toMatchObject({
      probability: confidence,
      odds: parlayOdds,
    });
}, 300_000);
