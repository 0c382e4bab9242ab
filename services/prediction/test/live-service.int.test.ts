import { eventually } from "@orbline/kit/testing/eventually";
import { freePort } from "@orbline/engines/ports";
import { ratingsResponseSchema } from "@orbline/proto/http/admin/ratings";
import { shownPercent } from "@orbline/proto/constants/predictions";
import { predictionSchema } from "@orbline/proto/http/prediction/prediction";
import { historyResponseSchema } from "@orbline/proto/http/prediction/history";
import { slateResponseSchema } from "@orbline/proto/http/prediction/slate";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { fakeOddsApi, type FakeOddsApi } from "../src/testing/fake-odds-api.ts";
import type { FakeGame } from "../src/testing/fake-odds-shapes.ts";
import { ownDatabase } from "./live.ts";
import { serviceProcesses } from "./processes.ts";
import { type Client, fakeBilling, startService, testEnv, user } from "./service.ts";
import { estimatePick } from "../src/engine/market/blend.ts";

const nfl = "americanfootball_nfl";
const as = user("usr_live");
const requestBody = { sport: "nfl", riskLevel: "moderate" };

let billing: Awaited<ReturnType<typeof fakeBilling>>;
let provider: FakeOddsApi;
const processes = serviceProcesses();

beforeAll(async () => {
  billing = await fakeBilling();
  billing.owned.set("usr_live", { entitled: true });
});
afterEach(async () => {
  await processes.killAll();
  await provider.close();
});
afterAll(() => billing.close());

const live = (mongoUrl: string) => ({
  MONGO_URL: mongoUrl,
  ODDS_API_KEY: provider.apiKey,
  ODDS_API_URL: provider.url,
  ODDS_POLL_SECONDS: "0.2",
});

const bears = (start: string): FakeGame => ({
  id: "bears",
  home: "Chicago Bears",
  away: "Green Bay Packers",
  start,
  books: [
    { title: "DraftKings", home: 150, away: -175 },
    { title: "FanDuel", home: 155, away: -180 },
    { title: "BetMGM", home: 145, away: -170 },
  ],
});

/** Enough time for one step on a busy machine. */
const patient = { timeoutMs: 60_000 };
const slateOf = async (service: Client) =>
  slateResponseSchema.parse((await service.get("/api/slate?sport=nfl", { as })).body);
const listed = (service: Client, games: number) =>
  eventually(async () => expect((await slateOf(service)).games).toHaveLength(games), patient);

it("predicts on labeled live prices and settles by the provider's scores", async () => {
  let now = new Date("2030-11-06T12:00:00Z");
  provider = await fakeOddsApi({ now: () => now, credits: 20_000 });
  provider.games.set(nfl, [bears("2030-11-10T18:00:00Z")]);
  const mongoUrl = ownDatabase();
  const service = await startService(billing.address, live(mongoUrl));
  service.time.set(now);
  await listed(service, 1);
  const { slate } = await slateOf(service);
  expect(slate).toMatchObject({ kind: "live", pricedAt: now.toISOString() });

  const { body } = await service.post("/api/new-prediction", requestBody, { as });
  const given = predictionSchema.parse(body);
  const [bet] = given.bets;
  expect(given.slate).toEqual(slate);
  expect(bet).toMatchObject({ betOn: "Chicago Bears", odds: 155, book: "FanDuel" });
  const market = { home: bet?.marketProbability ?? 0, draw: null, away: 0 };
  expect(bet?.probability).toBe(shownPercent(estimatePick(market).home) / 100);
  expect(bet?.reasoning).toMatch(/ratings: not used/i);
  expect(bet?.factors.map(({ unit }) => unit)).toContain("days");

  expect((await service.post("/internal/slate/advance", { days: 1 })).status).toBe(403);

  now = new Date("2030-11-10T23:30:00Z");
  provider.games.set(nfl, [
    { ...bears("2030-11-10T18:00:00Z"), score: { home: "27", away: "24" } },
  ]);
  service.time.set(now);
  await listed(service, 0);
  await eventually(() => expect(provider.callsOf("scores")).toHaveLength(1), patient);
  await service.stop();

  const settling = await startService(billing.address, {
    ...live(mongoUrl),
    SETTLE_SECONDS: "0.2",
  });
  settling.time.set(now);
  await eventually(async () => {
    const history = await settling.get("/api/predictions", { as });
    const { predictions } = historyResponseSchema.parse(history.body);
    expect(predictions).toMatchObject([{ outcome: "won", profit: 155 }]);
  }, patient);
  await settling.stop();
}, 300_000);

it("shows dashboard admins, and nobody else, how fresh the ratings of each sport are", async () => {
  provider = await fakeOddsApi({ credits: 20_000 });
  const service = await startService(billing.address, live(ownDatabase()));
  const path = "/api/admin/ratings";
  const admin = { ...user("usr_admin"), role: "dashboard" } as const;
  try {
    await eventually(async () => {
      const { body } = await service.get(path, { as: admin });
      const { ratings } = ratingsResponseSchema.parse(body);
      expect(ratings.find(({ sport }) => sport === "nfl")?.source).toBe("the-odds-api");
    }, patient);
    expect((await service.get(path, { as })).status).toBe(403);
    expect((await service.get(path)).status).toBe(401);
  } finally {
    await service.stop();
  }
}, 120_000);

it("serves the last prices after a SIGKILL, while the provider cannot be reached", async () => {
  const start = new Date(Date.now() + 2 * 86_400_000).toISOString();
  provider = await fakeOddsApi({ credits: 20_000 });
  provider.games.set(nfl, [bears(start)]);
  const mongoUrl = ownDatabase();
  const startProcess = (more: Record<string, string> = {}) =>
    processes.start({ ...testEnv(billing.address), ...live(mongoUrl), ...more });
  const first = await startProcess();
  await listed(first, 1);
  const before = await slateOf(first);
  await first.kill();

  const second = await startProcess({ ODDS_API_URL: `http://127.0.0.1:${await freePort()}` });
  const { slate, games } = await slateOf(second);
  expect({ slate, games }).toEqual({ slate: before.slate, games: before.games });
  // The first call of a cold process to billing may exceed its second.
  await eventually(async () => {
    const { status } = await second.post("/api/new-prediction", requestBody, { as });
    expect(status).toBe(200);
  }, patient);
}, 300_000);
