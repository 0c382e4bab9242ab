import { storedPredictionSchema } from "@orbline/proto/http/prediction/prediction";
import { historyResponseSchema } from "@orbline/proto/http/prediction/history";
import {
  bettingProfileSchema,
  modelPerformanceSchema,
} from "@orbline/proto/http/prediction/track-record";
import { slateResponseSchema } from "@orbline/proto/http/prediction/slate";
import { afterAll, describe, expect, it } from "vitest";
import { sports } from "../src/domain/sport.ts";
import { present } from "../src/testing/present.ts";
import { exactly, newSubscriber, newUser, user, openService } from "./service.ts";

const { billing, service, database, predict, close } = await openService();
afterAll(close);

const subscriber = () => newSubscriber(billing);

const read = async <T>(schema: { parse: (value: unknown) => T }, userId: string, path: string) => {
  const { status, body } = await service.get(path, { as: user(userId) });
  expect(status).toBe(200);
  return exactly(schema, body);
};
const performance = async () => {
  const { status, body } = await service.get("/api/model-performance");
  expect(status).toBe(200);
  return exactly(modelPerformanceSchema, body);
};
const stored = (userId: string) => database.predictions.countDocuments({ userId });

describe("a repeated request", () => {
  const requestBody = { sport: "nba", riskLevel: "moderate" };

  it("with forceNew: false returns the earlier prediction while prices are unchanged", async () => {
    const userId = subscriber();
    const first = await predict(userId, requestBody);
    expect(await predict(userId, { ...requestBody, forceNew: false })).toEqual(first);
    // Of two predictions of one moment neither is the newer one.
    service.time.set(new Date(service.time.now().getTime() + 1_000));
    const forced = await predict(userId, { ...requestBody, forceNew: true });
    expect(forced.id).not.toBe(first.id);
    expect(await predict(userId, { ...requestBody, forceNew: false })).toEqual(forced);
    expect(await stored(userId)).toBe(2);
    const insane = { sport: "nba", riskLevel: "insane", forceNew: false };
    expect((await predict(userId, insane)).id).not.toBe((await predict(userId, insane)).id);
  });
});

describe("one prediction", () => {
  it("is returned to its owner as it was generated, and to no other user", async () => {
    const owner = subscriber();
    const given = await predict(owner, { sport: "nfl", riskLevel: "aggressive", stake: 20 });
    const path = `/api/predictions/${given.id}`;
    const { bets, bet, outcome, returned, profit, settledAt, newerId, olderId, ...found } =
      await read(storedPredictionSchema, owner, path);
    expect({ ...found, bets: bets.map(({ outcome: _outcome, ...leg }) => leg) }).toEqual(given);
    expect({ outcome, returned, profit, settledAt, bet, newerId, olderId }).toEqual({
      newerId: null,
      olderId: null,
      outcome: "open",
      returned: 0,
      profit: 0,
      settledAt: null,
      bet: null,
    });
    const unknown = { status: 404, body: { code: "prediction.unknown" } };
    expect(await service.get(path, { as: user(subscriber()) })).toMatchObject(unknown);
    for (const id of ["prd_unknown", "$ne", "%7B%22$ne%22:1%7D", "__proto__"])
      expect(await service.get(`/api/predictions/${id}`, { as: user(owner) })).toMatchObject(
        unknown,
      );
    expect((await service.get(path)).status).toBe(401);
  });
});

describe("the slate", () => {
  it.each(sports)("of %s has the books' consensus and the age of its prices", async (sport) => {
    const { games, ageSeconds, slate } = await read(
      slateResponseSchema,
      newUser(),
      `/api/slate?sport=${sport}`,
    );
    expect(games.length).toBeGreaterThan(10);
    expect(Date.parse(slate.pricedAt) + ageSeconds * 1_000).toBeLessThanOrEqual(
      service.time.now().getTime(),
    );
    for (const { consensus } of games) {
      const { home = 0, draw = 0, away = 0 } = consensus ?? {};
      expect(home + (draw ?? 0) + away).toBeCloseTo(1, 3);
      expect(draw === null).toBe(sport !== "soccer");
    }
  });

  it("reports the age of its prices", async () => {
    const age = async () =>
      (await read(slateResponseSchema, "usr_1", "/api/slate?sport=nfl")).ageSeconds;
    const before = await age();
    service.time.set(new Date(service.time.now().getTime() + 90_000));
    expect((await age()) - before).toBe(90);
  });
});

it("returns an empty profile for a user without predictions", async () => {
  expect(await read(bettingProfileSchema, newUser(), "/api/betting-profile")).toEqual({
    totals: { settled: 0, won: 0, lost: 0, staked: 0, returned: 0, profit: 0, open: 0 },
    return: null,
    favoriteSport: null,
    favoriteRisk: null,
    sports: [],
    risks: [],
    stakes: null,
  });
  expect((await service.get("/api/betting-profile")).status).toBe(401);
});

it("names no favorite in a profile while two are requested equally often", async () => {
  const userId = subscriber();
  await predict(userId, { sport: "nba", riskLevel: "moderate", stake: 10 });
  await predict(userId, { sport: "nhl", riskLevel: "moderate", stake: 10 });
  expect(await read(bettingProfileSchema, userId, "/api/betting-profile")).toMatchObject({
    favoriteSport: null,
    favoriteRisk: "moderate",
  });
});

it("serves the track records of models and slate to everybody: apart, labeled, with sample sizes", async () => {
  const { backTest, records } = await performance();
  expect(records).toEqual([]);
  expect(backTest.label).toMatch(/real past games/);
  expect(backTest.sports.map(({ sport }) => sport)).toEqual([...sports]);
  for (const { model, priced, bands } of backTest.sports) {
    expect(model.n).toBeGreaterThan(1_000);
    expect(model.logLoss).toBeLessThan(1.1);
    expect(priced?.market.n).toBe(priced?.model.n);
    expect(bands.length).toBeGreaterThan(10);
  }
});

it("keeps profile, history and performance consistent with the settled predictions", async () => {
  const userId = subscriber();
  const requests = [
    { sport: "nba", riskLevel: "moderate", stake: 10 },
    { sport: "nba", riskLevel: "aggressive", stake: 30.5 },
    { sport: "nhl", riskLevel: "aggressive", stake: 20 },
  ];
  for (const requestBody of requests)
    for (let requestCount = 1; requestCount <= 6; requestCount += 1)
      await predict(userId, { ...requestBody, requestCount });
  const open = await read(bettingProfileSchema, userId, "/api/betting-profile");
  expect(open).toMatchObject({
    totals: { settled: 0, open: 18 },
    favoriteSport: "nba",
    favoriteRisk: "aggressive",
    stakes: null,
  });
  await service.post("/internal/slate/advance", { days: 9 });

  const { predictions, totals } = await read(
    historyResponseSchema,
    userId,
    "/api/predictions?limit=100",
  );
  const profile = await read(bettingProfileSchema, userId, "/api/betting-profile");
  const count = (outcome: string) =>
    predictions.filter((entry) => entry.outcome === outcome).length;
  const money = (values: number[]) => Math.round(values.reduce((a, b) => a + b, 0) * 100) / 100;
  expect(totals).toEqual({
    settled: 18,
    won: count("won"),
    lost: count("lost"),
    open: 0,
    atStake: 0,
    staked: 363,
    returned: money(predictions.map(({ returned }) => returned)),
    profit: money(predictions.map(({ profit }) => profit)),
  });
  const { atStake: _atStake, ...counted } = totals;
  expect(profile.totals).toEqual(counted);
  const totalsOf = async (filter: string) =>
    (await read(historyResponseSchema, userId, `/api/predictions?limit=1&${filter}`)).totals;
  expect(await totalsOf("sport=nba&riskLevel=aggressive")).toMatchObject({
    settled: 6,
    staked: 183,
  });
  expect(await totalsOf("outcome=won")).toMatchObject({ settled: count("won"), lost: 0 });
  expect(await totalsOf("outcome=open")).toMatchObject({ settled: 0, staked: 0, profit: 0 });
  expect(profile.return).toBeCloseTo(totals.profit / 363, 5);
  expect(profile.stakes).toEqual({ smallest: 10, average: 20.17, largest: 30.5 });
  expect(profile.sports.map(({ sport, settled }) => [sport, settled])).toEqual([
    ["nba", 12],
    ["nhl", 6],
  ]);
  for (const riskLevel of ["moderate", "aggressive"])
    expect(
      (await read(historyResponseSchema, userId, `/api/predictions?riskLevel=${riskLevel}`))
        .predictions,
    ).toHaveLength(riskLevel === "moderate" ? 6 : 12);

  const { records } = await performance();
  expect(records.map(({ slate }) => slate)).toEqual([
    { kind: "simulated", label: "Simulated slate" },
  ]);
  const { combinations, total, weeks } = present(records[0]);
  const settled = await database.predictions.countDocuments({ outcome: { $ne: "open" } });
  expect(total.n + total.pushed + total.voided).toBe(settled);
  for (const key of ["n", "won"] as const) {
    expect(combinations.reduce((sum, one) => sum + one[key], 0)).toBe(total[key]);
    expect(weeks.reduce((sum, one) => sum + one[key], 0)).toBe(total[key]);
  }
  expect(total.scores?.logLoss).toBeGreaterThan(0);
  expect(total.alwaysFavorite?.n).toBeGreaterThan(18);
  const given = await predict(userId, { sport: "nhl", riskLevel: "aggressive" });
  const near = await database.predictions.countDocuments({
    sport: "nhl",
    outcome: { $in: ["won", "lost"] },
    probability: { $gte: given.band.from, $lt: given.band.to },
  });
  expect(given.band.n).toBe(near);
});

it("reads the totals of a history from one document for any number of predictions", async () => {
  const userId = subscriber();
  await service.post("/internal/slate/advance", { days: 1 });
  const profiles = database.collection("user_betting_profiles");
  await profiles.insertOne({
    _id: userId as never,
    version: 1,
    latest: [],
    settled: 2_000,
    won: 900,
  });
  const { totals } = await read(
    { parse: (body) => body as { totals: object } },
    userId,
    "/api/predictions?limit=1",
  );
  expect(totals).toMatchObject({ settled: 2_000, won: 900 });
});
