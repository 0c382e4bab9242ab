import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { historyResponseSchema } from "@orbline/proto/http/prediction/history";
import { afterAll, beforeAll, expect, it } from "vitest";
import { backfill } from "../src/commands/slate/backfill.ts";
import { houseId } from "../src/commands/slate/backfill-plan.ts";
import { riskLevels } from "../src/domain/risk.ts";
import { slatePicks } from "../src/picks/slate-picks.ts";
import { simulatedSeason } from "../src/testing/season.ts";
import { fakeBilling, newUser, noon, startService, user } from "./service.ts";

type Stored = {
  _id: string;
  userId: string;
  createdAt: Date;
  sport: string;
  outcome: string;
  settledAt?: Date;
  slate: { kind: string; label: string };
  legs: { gameId: string; odds: number; startsAt: Date }[];
};

const logger = createLogger({ service: "test", level: "silent" });
const demo = newUser();
let billing: Awaited<ReturnType<typeof fakeBilling>>;
let database: Awaited<ReturnType<typeof connectMongo>>;

beforeAll(async () => {
  billing = await fakeBilling();
  billing.owned.set(demo, { entitled: true });
  database = await connectMongo({ url: testEngines().mongoUrl, logger });
});
afterAll(async () => {
  await database.close();
  await billing.close();
});

const stored = () => database.collection<Stored>("predictions").find().sort({ _id: 1 }).toArray();

const betOf = (legs: readonly { gameId: string; odds: number }[]) =>
  legs.map(({ gameId, odds }) => `${gameId} ${odds}`).join(" + ");

/** As the command does it, on a connection of its own. */
const fillIn = async () => {
  const connection = await connectMongo({ url: testEngines().mongoUrl, logger });
  try {
    const clock = { now: () => new Date(noon) };
    return await backfill({
      connection,
      clock,
      seed: "orbline",
      days: 11,
      demoUserId: demo,
      settlementMonitor: { reportUnreadable: ({ reason }) => expect.unreachable(reason) },
    });
  } finally {
    await connection.close();
  }
};

it("fills in the past as the service would have served it, once", async () => {
  // The product settles at the same time, by its own clock.
  const service = await startService(billing.address, { SETTLE_SECONDS: "0.05" });
  const first = await fillIn();
  // The record log takes its marks away.
  await eventually(async () =>
    expect((await stored()).filter((one) => "toLeaf" in one)).toEqual([]),
  );
  const before = await stored();
  expect(first).toMatchObject({ from: "2030-02-23", to: "2030-03-05", known: 0 });
  expect(first.added).toBe(before.length);
  expect(new Set(before.map(({ sport }) => sport)).size).toBe(7);
  expect(new Set(before.map(({ userId }) => userId))).toEqual(new Set([houseId, demo]));
  for (const { slate, legs, createdAt, settledAt = noon } of before) {
    expect(slate).toMatchObject({ kind: "simulated", label: "Simulated slate" });
    for (const { startsAt } of legs) expect(startsAt > createdAt).toBe(true);
    expect(new Date(settledAt) > createdAt).toBe(true);
    const lastStart = Math.max(...legs.map(({ startsAt }) => startsAt.getTime()));
    expect(new Date(settledAt).getTime() - lastStart, "at most until the next picks").toBeLessThan(
      5 * 86_400_000,
    );
  }
  const outcomes = new Set(before.map(({ outcome }) => outcome));
  expect(outcomes).toContain("open");
  expect(outcomes).toContain("won");
  expect(outcomes).toContain("lost");

  // The stored picks are those of the engine for that day at that day's prices.
  const own = before.filter(({ userId, sport }) => userId === houseId && sport === "nba");
  const days = Map.groupBy(own, ({ createdAt }) => createdAt.toISOString());
  expect(days.size).toBe(2);
  for (const [at, taken] of days) {
    const picks = slatePicks(await simulatedSeason({ seed: "orbline", at }));
    const offered = riskLevels.flatMap((riskLevel) =>
      [1, 2, 3, 4].map((n) => picks.find({ sport: "nba", riskLevel, n })),
    );
    expect(taken.map(({ legs }) => betOf(legs)).toSorted()).toEqual(
      offered.map((choice) => (choice.kind === "found" ? betOf(choice.pick.legs) : "")).toSorted(),
    );
  }

  const second = await fillIn();
  expect(second).toMatchObject({ added: 0, known: before.length, settled: 0 });
  expect(await stored()).toEqual(before);

  const as = user(demo);
  const { body } = await service.get("/api/predictions?limit=100", { as });
  const { predictions, totals } = historyResponseSchema.parse(body);
  expect(predictions).toHaveLength(before.filter(({ userId }) => userId === demo).length);
  expect(totals.settled).toBeGreaterThan(0);

  // The slate's clock goes on from there.
  await service.post("/internal/slate/advance", { days: 9 });
  expect((await stored()).filter(({ outcome }) => outcome === "open")).toEqual([]);
  await service.stop();
}, 120_000);
