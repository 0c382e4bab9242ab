import { testUserData } from "@orbline/kit/testing/grpc";
import { ledgerSchema, recordedBetSchema } from "@orbline/proto/http/prediction/ledger";
import { storedPredictionSchema } from "@orbline/proto/http/prediction/prediction";
import { afterAll, expect, it } from "vitest";
import { serviceProcesses } from "./processes.ts";
import { exactly, newSubscriber, openService, testEnv, user } from "./service.ts";

const { billing, service, database, predict, close } = await openService();
const processes = serviceProcesses();
afterAll(async () => {
  await processes.killAll();
  await close();
});

const bet = { stake: 25, odds: 140, book: "Harbour" };
const betPath = (id: string) => `/api/predictions/${id}/bet`;
const requested = { sport: "nba", riskLevel: "moderate", stake: 100 };

const ledger = async (userId: string, query = "") => {
  const { status, body } = await service.get(`/api/ledger?${query}`, { as: user(userId) });
  expect(status).toBe(200);
  return exactly(ledgerSchema, body).bets;
};

it("records what a user bet apart from the prediction, and settles it at its own odds", async () => {
  const userId = newSubscriber(billing);
  const given = [];
  for (let requestCount = 1; requestCount <= 8; requestCount += 1)
    given.push(await predict(userId, { ...requested, requestCount }));
  const [first, second, third] = given.map(({ id }) => id);
  for (const id of [first, second, third].flatMap((one) => one ?? [])) {
    const { status, body } = await service.post(betPath(id), bet, { as: user(userId) });
    expect([status, exactly(recordedBetSchema, body)]).toEqual([
      200,
      { ...bet, recordedAt: expect.any(String) as string, isLate: false },
    ]);
  }
  const corrected = { ...bet, stake: 30.5, book: "Meridian" };
  await service.post(betPath(second ?? ""), corrected, { as: user(userId) });
  expect((await service.delete(betPath(third ?? ""), { as: user(userId) })).status).toBe(204);
  const recorded = (await ledger(userId)).map((one) => [one.id, one.bet.stake, one.bet.outcome]);
  expect(new Set(recorded)).toEqual(
    new Set([
      [first, 25, "open"],
      [second, 30.5, "open"],
    ]),
  );

  await service.post("/internal/slate/advance", { days: 9 });
  const settled = await ledger(userId, "settledSince=2020-01-01T00:00:00Z");
  expect(settled).toHaveLength(2);
  for (const { bet: own, outcome, legs } of settled) {
    expect(own.outcome).toBe(outcome);
    const isWon = legs.every((leg) => leg.outcome === "won");
    expect(own.profit).toBeCloseTo(
      isWon ? own.stake * 1.4 : outcome === "lost" ? -own.stake : 0,
      2,
    );
    expect(own.returned).toBeCloseTo(own.stake + own.profit, 2);
    expect(own.closingValue).not.toBeNull();
  }
  expect(await ledger(userId, "settledSince=2100-01-01T00:00:00Z")).toEqual([]);
  const late = await service.post(betPath(third ?? ""), bet, { as: user(userId) });
  expect(exactly(recordedBetSchema, late.body).isLate).toBe(true);
  const closingOf = async (id: string | undefined) =>
    (await ledger(userId)).find((one) => one.id === id)?.bet.closingValue;
  expect(await closingOf(third)).toBeNull();
  await service.post(betPath(first ?? ""), { ...bet, stake: 26 }, { as: user(userId) });
  expect(await closingOf(first), "another stake after the start").not.toBeNull();
  await service.post(betPath(first ?? ""), { ...bet, odds: 900 }, { as: user(userId) });
  expect(await closingOf(first), "other odds after the start").toBeNull();
  const stored = await service.get(`/api/predictions/${second}`, { as: user(userId) });
  expect(exactly(storedPredictionSchema, stored.body).bet).toMatchObject(corrected);
});

it("refuses bets on other users' predictions, and numbers that no book takes", async () => {
  const [owner, stranger] = [newSubscriber(billing), newSubscriber(billing)];
  const { id } = await predict(owner, requested);
  for (const as of [user(stranger)]) {
    expect((await service.post(betPath(id), bet, { as })).status).toBe(404);
    expect((await service.delete(betPath(id), { as })).status).toBe(404);
  }
  for (const [field, value] of [
    ["stake", 0],
    ["stake", 1e9],
    ["odds", 50],
    ["odds", 150.5],
    ["book", " "],
  ] as const) {
    const wrong = await service.post(betPath(id), { ...bet, [field]: value }, { as: user(owner) });
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.body)).toContain(`"${field}"`);
  }
  expect(await ledger(owner)).toEqual([]);
});

it("exports recorded bets with their predictions", async () => {
  const userId = newSubscriber(billing);
  const { id } = await predict(userId, requested);
  await service.post(betPath(id), bet, { as: user(userId) });
  const port = service.grpcPort;
  const identity = testUserData({ port });
  const page = await identity.ExportUser({ userId, cursor: "" });
  const { predictions } = JSON.parse(page.json) as { predictions: object[] };
  expect(predictions).toMatchObject([{ id, bet }]);
  expect(predictions[0]).not.toHaveProperty("betBy");
});

it("has every acknowledged bet after the process was killed", async () => {
  const userId = newSubscriber(billing);
  const { id } = await predict(userId, requested);
  const other = await processes.start(testEnv(billing.address));
  for (const stake of [10, 20, 30])
    expect((await other.post(betPath(id), { ...bet, stake }, { as: user(userId) })).status).toBe(
      200,
    );
  await other.kill();
  expect(await database.predictions.findOne({ _id: id as never })).toMatchObject({
    bet: { ...bet, stake: 30 },
  });
});
