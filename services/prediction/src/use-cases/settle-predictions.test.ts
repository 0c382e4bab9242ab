import { expect, it, vi } from "vitest";
import type { PredictionRecord } from "../domain/prediction.ts";
import type { GameResult } from "../domain/slate.ts";
import { aLeg, aRecord } from "../testing/records.ts";
import type { Closings, Predictions, Slates } from "./ports.ts";
import { settlePredictions } from "./settle-predictions.ts";

const now = new Date("2026-11-22T22:00:00Z");

/** Predictions in memory, with the guard that the real store has. */
const memoryPredictions = (records: PredictionRecord[]) => {
  const stored = new Map(records.map((record) => [record.id, { record, dueAt: new Date(0) }]));
  const unreadable = new Set<string>();
  type Used = "findDue" | "settle" | "settleLegs" | "setAside" | "postpone";
  const predictions: Pick<Predictions, Used> = {
    findDue: (before, limit) => {
      const due = [...stored.values()]
        .filter(({ record, dueAt }) => record.legOutcomes.includes("open") && dueAt <= before)
        .map(({ record }) => record)
        .slice(0, limit);
      const [bad = [], good = []] = [true, false].map((isBad) =>
        due.filter(({ id }) => unreadable.has(id) === isBad),
      );
      return Promise.resolve({
        due: good,
        unreadable: bad.map(({ id }) => ({ id, reason: "legs: missing" })),
      });
    },
    settleLegs: (id, legOutcomes) => {
      const entry = stored.get(id);
      if (entry) entry.record = { ...entry.record, legOutcomes };
      return Promise.resolve();
    },
    setAside: (id) => {
      stored.delete(id);
      return Promise.resolve();
    },
    settle: ({ id }, { settlement, settledAt, ...outcomes }) => {
      const entry = stored.get(id);
      if (!entry || entry.record.settlement) return Promise.resolve(false);
      entry.record = {
        ...entry.record,
        ...outcomes,
        settlement: settlement && { ...settlement, settledAt },
      };
      return Promise.resolve(true);
    },
    postpone: (id, until) => {
      const entry = stored.get(id);
      if (entry) entry.dueAt = until;
      return Promise.resolve();
    },
  };
  return { predictions: predictions as Predictions, stored, unreadable };
};

const slatesWith = (results: Record<string, GameResult>): Slates => ({
  now: () => now,
  current: () => expect.unreachable(),
  resultsOf: (ids) =>
    Promise.resolve(
      new Map(
        ids.flatMap((id) => {
          const result = results[id];
          return result ? [[id, result] as const] : [];
        }),
      ),
    ),
  closingOf: () => expect.unreachable(),
  advance: () => Promise.resolve(now),
});

const closings: Closings = { read: () => Promise.resolve(() => 0.45) };

const onUnreadable = vi.fn<Parameters<typeof settlePredictions>[0]["onUnreadable"]>();

const homeWin: GameResult = { kind: "score", home: 2, away: 1 };

it("settles more than one batch, and nothing the second time", async () => {
  const records = Array.from({ length: 450 }, (_, i) => aRecord([aLeg("a")], { id: `prd_${i}` }));
  const { predictions, stored } = memoryPredictions(records);
  const settle = settlePredictions({
    slates: slatesWith({ a: homeWin }),
    predictions,
    closings,
    onUnreadable,
  });
  expect(await settle()).toBe(450);
  const first = JSON.stringify([...stored.values()]);
  expect(await settle()).toBe(0);
  expect(JSON.stringify([...stored.values()])).toBe(first);
  expect(stored.get("prd_449")?.record.settlement).toEqual({
    outcome: "won",
    returned: 250,
    profit: 150,
    settledAt: now,
  });
});

it("keeps a half-known parlay and asks again in an hour", async () => {
  const { predictions, stored } = memoryPredictions([aRecord([aLeg("a"), aLeg("late")])]);
  const settle = settlePredictions({
    slates: slatesWith({ a: homeWin }),
    predictions,
    closings,
    onUnreadable,
  });
  expect(await settle()).toBe(0);
  expect(stored.get("prd_1")).toMatchObject({
    record: { legOutcomes: ["won", "open"], settlement: undefined },
    dueAt: new Date("2026-11-22T23:00:00Z"),
  });
});

it("is not held up by many predictions whose results are late", async () => {
  const late = Array.from({ length: 250 }, (_, i) =>
    aRecord([aLeg("late")], { id: `prd_late_${i}` }),
  );
  const { predictions, stored } = memoryPredictions([...late, aRecord([aLeg("a")])]);
  const settle = settlePredictions({
    slates: slatesWith({ a: homeWin }),
    predictions,
    closings,
    onUnreadable,
  });
  expect(await settle()).toBe(1);
  expect(stored.get("prd_1")?.record.settlement?.outcome).toBe("won");
});

it("settles the open legs of a lost parlay later, and nothing else of it", async () => {
  const lost = aLeg("a", { wager: { market: "moneyline", side: "away" } });
  const { predictions, stored } = memoryPredictions([aRecord([lost, aLeg("late")])]);
  const settleBy = (at: Date, results: Record<string, GameResult>) =>
    settlePredictions({
      slates: { ...slatesWith(results), now: () => at },
      predictions,
      closings,
      onUnreadable,
    })();
  expect(await settleBy(now, { a: homeWin })).toBe(1);
  const settlement = stored.get("prd_1")?.record.settlement;
  expect(settlement?.outcome).toBe("lost");
  const inAnHour = new Date("2026-11-22T23:00:00Z");
  expect(await settleBy(inAnHour, { late: homeWin })).toBe(0);
  expect(stored.get("prd_1")?.record).toMatchObject({ legOutcomes: ["lost", "won"], settlement });
});

it("leaves aside what cannot be read, tells of it once, and settles the others", async () => {
  const records = ["prd_bad", "prd_good"].map((id) => aRecord([aLeg("a")], { id }));
  const { predictions, stored, unreadable } = memoryPredictions(records);
  unreadable.add("prd_bad");
  const told = vi.fn<Parameters<typeof settlePredictions>[0]["onUnreadable"]>();
  const slates = slatesWith({ a: homeWin });
  const settle = settlePredictions({ slates, predictions, closings, onUnreadable: told });
  expect(await settle()).toBe(1);
  expect(await settle()).toBe(0);
  expect(stored.get("prd_good")?.record.settlement?.outcome).toBe("won");
  expect(told.mock.calls).toEqual([[{ id: "prd_bad", reason: "legs: missing" }]]);
});
