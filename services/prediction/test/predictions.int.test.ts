import {
  newPredictionResponseSchema,
  predictionSchema,
  storedPredictionSchema,
} from "@orbline/proto/http/prediction/prediction";
import { riskLevels, sports } from "@orbline/proto/constants/predictions";
import { historyResponseSchema, historySeriesSchema } from "@orbline/proto/http/prediction/history";
import { slateResponseSchema } from "@orbline/proto/http/prediction/slate";
import { afterAll, describe, expect, it } from "vitest";
import {
  exactly,
  newSubscriber,
  newUser,
  noon,
  openPredictions,
  startService,
  testEnv,
  user,
  openService,
} from "./service.ts";

const { billing, service, database, predict, close } = await openService();
afterAll(close);

const subscriber = () => newSubscriber(billing);

const history = async (userId: string, query = "") => {
  const answer = await service.get(`/api/predictions?${query}`, { as: user(userId) });
  expect(answer.status).toBe(200);
  return exactly(historyResponseSchema, answer.body);
};

const readAll = async (userId: string, limit: number, between = async () => {}) => {
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const from: string = cursor && `&cursor=${cursor}`;
    const page = await history(userId, `limit=${limit}${from}`);
    expect(page.predictions.length).toBeLessThanOrEqual(limit);
    ids.push(...page.predictions.map(({ id }) => id));
    cursor = page.nextCursor;
    await between();
  }
  return ids;
};

describe("a new prediction", () => {
  const userId = "usr_reader";
  const all = sports.flatMap((sport) => riskLevels.map((riskLevel) => ({ sport, riskLevel })));

  it.each(all)(
    "returns the documented fields and is stored: $sport $riskLevel",
    async (requestBody) => {
      billing.owned.set(userId, { entitled: true });
      const given = await predict(userId, { ...requestBody, stake: 50 });
      expect(given).toMatchObject({
        ...requestBody,
        stake: 50,
        createdAt: new Date(noon).toISOString(),
      });
      expect(given.slate).toMatchObject({ kind: "simulated", label: "Simulated slate" });
      const profit = given.parlayOdds > 0 ? given.parlayOdds / 2 : 5_000 / -given.parlayOdds;
      expect(given.payout).toBeCloseTo(profit, 2);
      const stored = await database.predictions.findOne({ _id: given.id as never });
      expect(stored).toMatchObject({
        userId,
        stake: 50,
        odds: given.parlayOdds,
        probability: given.confidence,
        modelVersion: given.modelVersion,
        outcome: "open",
        slate: { snapshotId: expect.stringMatching(/^simulated:/) as string },
        legs: given.bets.map(({ odds, book, probability }) => ({ odds, book, probability })),
      });
    },
  );

  it("differs for each further request, at a default stake of 100", async () => {
    const asking = subscriber();
    const bets = [];
    for (const requestCount of [1, 2, 3, 4]) {
      const requestBody = { sport: "nfl", riskLevel: "aggressive", requestCount };
      const given = await predict(asking, requestBody);
      expect(given.stake).toBe(100);
      bets.push(
        JSON.stringify(given.bets.map(({ game, betOn, betType }) => [game, betOn, betType])),
      );
    }
    expect(new Set(bets).size).toBe(4);
  });

  it("is of other bets than each open one of the user, at once or after a restart", async () => {
    const asking = subscriber();
    const requestBody = { sport: "nba", riskLevel: "moderate", stake: 20 };
    const betsOf = ({ bets }: { bets: { game: string; betOn: string; betType: string }[] }) =>
      bets.map(({ game, betOn, betType }) => `${game} ${betOn} ${betType}`).join(" + ");
    const given = await Promise.all([1, 2, 3, 4, 5].map(() => predict(asking, requestBody)));
    const restarted = await startService(billing.address);
    const { body } = await restarted.post("/api/new-prediction", requestBody, { as: user(asking) });
    await restarted.stop();
    given.push(exactly(predictionSchema, body));
    expect(new Set(given.map(betsOf)).size).toBe(6);
    expect(new Set(given.map(({ id }) => id)).size).toBe(6);
  });

  it("says when a user has every pick of a range, and then stores nothing", async () => {
    const asking = subscriber();
    const requestBody = { sport: "mlb", riskLevel: "moderate" };
    const count = () => database.predictions.countDocuments({ userId: asking });
    let answer;
    for (let requests = 0; requests < 301; requests += 1) {
      answer = await service.post("/api/new-prediction", requestBody, { as: user(asking) });
      if (!predictionSchema.safeParse(answer.body).success) break;
    }
    expect(exactly(newPredictionResponseSchema, answer?.body)).toEqual({
      bets: [],
      error:
        "You already have every MLB pick at this risk level. New games and prices bring new picks.",
    });
    const stored = await count();
    expect(stored).toBeGreaterThan(3);
    await service.post("/api/new-prediction", requestBody, { as: user(asking) });
    expect(await count()).toBe(stored);
  });

  it("is the earlier one, marked as such, when the request allows it", async () => {
    const asking = subscriber();
    const requestBody = { sport: "nba", riskLevel: "moderate", forceNew: false };
    const first = await predict(asking, requestBody);
    const { body } = await service.post("/api/new-prediction", requestBody, { as: user(asking) });
    expect(body).toEqual({ ...first, isEarlier: true });
  });

  it("accepts every field that the web app sends", async () => {
    const given = await predict(subscriber(), {
      query: "nba moneyline 8347",
      sport: "nba",
      riskLevel: "insane",
      forceNew: true,
      randomize: 0.123_456,
      timestamp: 1_793_000_000_000,
      requestCount: 0,
      stake: 25,
    });
    expect(given).toMatchObject({ sport: "nba", riskLevel: "insane", stake: 25 });
  });

  it("fails with the documented recommendation when it cannot be stored", async () => {
    const asking = user(subscriber());
    const mongoUrl = `${testEnv("").MONGO_URL}_full`;
    const full = await startService(billing.address, { MONGO_URL: mongoUrl });
    const fullDatabase = await openPredictions(mongoUrl);
    // A database that takes one open prediction only, and has it.
    await fullDatabase.predictions.createIndex({ outcome: 1 }, { unique: true });
    await fullDatabase.predictions.insertOne({ outcome: "open" });
    const requestBody = { sport: "nba", riskLevel: "moderate" };
    const { status, body } = await full.post("/api/new-prediction", requestBody, { as: asking });
    expect(status).toBe(200);
    expect(exactly(newPredictionResponseSchema, body)).toEqual({
      bets: [],
      confidence: 0,
      recommendation: "Failed to generate prediction",
    });
    await fullDatabase.close();
    await full.stop();
  });
});

describe("the slate", () => {
  it.each(sports)("of %s lists its games in the documented form", async (sport) => {
    const { status, body } = await service.get(`/api/slate?sport=${sport}`, { as: user("usr_1") });
    expect(status).toBe(200);
    const slate = exactly(slateResponseSchema, body);
    expect(slate).toMatchObject({ sport, slate: { kind: "simulated", label: "Simulated slate" } });
    expect(slate.games.length).toBeGreaterThan(10);
  });
});

describe("the history", () => {
  it("is empty for a user without predictions", async () => {
    expect(await history(newUser())).toEqual({
      predictions: [],
      nextCursor: null,
      totals: {
        settled: 0,
        won: 0,
        lost: 0,
        staked: 0,
        returned: 0,
        profit: 0,
        open: 0,
        atStake: 0,
      },
    });
  });

  it("shows a user's own predictions only, also for guessed ids and cursors", async () => {
    const [mine, other] = [subscriber(), subscriber()];
    const own = await predict(mine, { sport: "nba", riskLevel: "moderate" });
    for (const requestCount of [1, 2, 3])
      await predict(other, { sport: "nba", riskLevel: "moderate", requestCount });
    const { nextCursor } = await history(other, "limit=1");
    expect((await history(mine)).predictions.map(({ id }) => id)).toEqual([own.id]);
    const stolen = await history(mine, `cursor=${nextCursor}`);
    expect(stolen.predictions.map(({ id }) => id).filter((id) => id !== own.id)).toEqual([]);
    const answer = await service.get(`/api/predictions/${own.id}`, { as: user(other) });
    expect(answer.status).toBe(404);
  });

  it("is between those that the user made right after and right before it, also at the same time", async () => {
    const reader = subscriber();
    for (const requestCount of [1, 2, 3, 4])
      await predict(reader, { sport: "nba", riskLevel: "moderate", requestCount });
    await predict(subscriber(), { sport: "nba", riskLevel: "moderate" });
    const ids = (await history(reader)).predictions.map(({ id }) => id);
    expect(ids).toHaveLength(4);
    for (const [place, id] of ids.entries()) {
      const { body } = await service.get(`/api/predictions/${id}`, { as: user(reader) });
      const { newerId, olderId } = exactly(storedPredictionSchema, body);
      expect([newerId, olderId]).toEqual([ids[place - 1] ?? null, ids[place + 1] ?? null]);
    }
  });

  it("is read by pages without loss or repetition while new predictions arrive", async () => {
    const reader = subscriber();
    const given: string[] = [];
    for (let requestCount = 1; requestCount <= 23; requestCount += 1) {
      // Every fifth is a second later; the others share their time.
      if (requestCount % 5 === 0) service.time.set(new Date(service.time.now().getTime() + 1_000));
      const requestBody = { sport: "mlb", riskLevel: "aggressive", requestCount };
      given.push((await predict(reader, requestBody)).id);
    }
    service.time.set(new Date(service.time.now().getTime() + 1_000));
    const ids = await readAll(reader, 4, async () => {
      await predict(reader, { sport: "nhl", riskLevel: "moderate" });
    });
    expect(ids).toHaveLength(23);
    expect(new Set(ids)).toEqual(new Set(given));
    expect(await readAll(reader, 100)).toHaveLength(23 + Math.ceil(23 / 4));
    expect((await history(reader, "limit=100&sport=mlb")).predictions).toHaveLength(23);
    expect((await history(reader, "outcome=won")).predictions).toEqual([]);
  });
});

describe("settlement", () => {
  const advance = async (days: number) => {
    const { status, body } = await service.post("/internal/slate/advance", { days });
    expect(status).toBe(200);
    return body as { now: string; settled: number };
  };

  it("settles everything once after the slate's clock has moved, and nothing in a second run", async () => {
    const gambler = subscriber();
    for (const riskLevel of riskLevels)
      for (let requestCount = 1; requestCount <= 10; requestCount += 1)
        await predict(gambler, { sport: "nba", riskLevel, requestCount, stake: 12.34 });
    const totalsOf = async (filter: string) => (await history(gambler, filter)).totals;
    expect(await totalsOf("")).toMatchObject({ settled: 0, open: 30, atStake: 370.2 });
    expect(await totalsOf("riskLevel=insane")).toMatchObject({ open: 10, atStake: 123.4 });
    expect(await totalsOf("sport=nba&outcome=open")).toMatchObject({ open: 30, atStake: 370.2 });
    expect(await totalsOf("sport=mlb")).toMatchObject({ open: 0, atStake: 0 });
    expect(await totalsOf("outcome=won")).toMatchObject({ open: 0, atStake: 0 });

    const { settled } = await advance(9);
    expect(settled).toBeGreaterThanOrEqual(30);
    const { predictions, totals } = await history(gambler, "limit=100");
    expect(predictions.map(({ outcome }) => outcome)).not.toContain("open");
    const sum = (values: number[]) =>
      Math.round(values.reduce((total, value) => total + value, 0) * 100) / 100;
    expect(totals).toEqual({
      settled: 30,
      won: predictions.filter(({ outcome }) => outcome === "won").length,
      lost: predictions.filter(({ outcome }) => outcome === "lost").length,
      staked: sum(predictions.map(({ stake }) => stake)),
      returned: sum(predictions.map(({ returned }) => returned)),
      profit: sum(predictions.map(({ profit }) => profit)),
      open: 0,
      atStake: 0,
    });
    for (const { outcome, legs, returned, profit, stake, settledAt } of predictions) {
      const counted = legs.filter((leg) => leg.outcome !== "push");
      const isLost = counted.some((leg) => leg.outcome === "lost");
      expect(outcome).toBe(isLost ? "lost" : counted.length > 0 ? "won" : "push");
      expect(returned).toBeCloseTo(isLost ? 0 : stake + profit, 2);
      expect(settledAt).not.toBeNull();
    }
    const before = await database.predictions.find({ userId: gambler }).sort({ _id: 1 }).toArray();
    expect((await advance(1)).settled).toBe(0);
    const after = await database.predictions.find({ userId: gambler }).sort({ _id: 1 }).toArray();
    expect(after).toEqual(before);
    expect((await history(gambler, "outcome=won")).predictions).toHaveLength(totals.won);

    const series = async (filter = "") => {
      const path = `/api/predictions/series?${filter}`;
      const { body } = await service.get(path, { as: user(gambler) });
      return historySeriesSchema.parse(body).days;
    };
    const days = await series();
    expect(sum(days.map(({ profit }) => profit))).toBe(totals.profit);
    expect(sum(days.map((day) => day.settled))).toBe(30);
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
    const wonDays = await series("sport=nba&outcome=won");
    expect(sum(wonDays.map((day) => day.settled))).toBe(totals.won);
    expect(await series("sport=mlb")).toEqual([]);
  });

  it("keeps the slate's day over a restart", async () => {
    const { now } = await advance(2);
    const restarted = await startService(billing.address);
    const { body } = await restarted.post("/internal/slate/advance", { days: 1 });
    const moved = Date.parse((body as { now: string }).now) - Date.parse(now);
    // The restarted service's own clock is at noon, this one's a few seconds later.
    expect(Math.round(moved / 86_400_000)).toBe(1);
    await restarted.stop();
  });
});

it("does not serve the slate's clock in production", async () => {
  const production = await startService(billing.address, {
    NODE_ENV: "production",
    ALLOW_OPEN_ENGINES: "true",
    ALLOW_SIMULATED: "true",
    SMTP_URL: "smtps://mail.orbline.example",
    MAIL_FROM: "Orbline <hello@orbline.example>",
  });
  const answer = await production.post(
    "/internal/slate/advance",
    { days: 1 },
    {
      as: user("usr_1"),
    },
  );
  expect(answer.status).toBe(404);
  await production.stop();
});
