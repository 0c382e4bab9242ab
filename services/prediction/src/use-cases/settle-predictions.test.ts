import { expect, it } from "vitest";
import type { PredictionRecord } from "../domain/prediction.ts";
import type { GameResult } from "../domain/slate.ts";
import { aLeg, aRecord } from "../testing/records.ts";
import type { Closings, Predictions, Slates } from "./ports.ts";
import { settlePredictions } from "./settle-predictions.ts";

const now = new Date("2026-11-22T22:00:00Z");

/** Predictions in memory, with the guard that the real store has. */
const memoryPredictions = (records: PredictionRecord[]) => {
  const stored = new Map(records.map((record) => [record.id, { record, dueAt: new Date(0) }]));
  const predictions: Pick<Predictions, "findDue" | "settle" | "postpone"> = {
    findDue: (before, limit) =>
      Promise.resolve(
        [...stored.values()]
          .filter(({ record, dueAt }) => !record.settlement && dueAt <= before)
          .slice(0, limit)
          .map(({ record }) => record),
      ),
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
  return { predictions: predictions as Predictions, stored };
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

const homeWin: GameResult = { kind: "score", home: 2, away: 1 };

it("settles more than one batch, and nothing the second time", async () => {
  const records = Array.from({ length: 450 }, (_, i) => aRecord([aLeg("a")], { id: `prd_${i}` }));
  const { predictions, stored } = memoryPredictions(records);
  const settle = settlePredictions({ slates: slatesWith({ a: homeWin }), predictions, closings });
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
  const settle = settlePredictions({ slates: slatesWith({ a: homeWin }), predictions, closings });
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
  const settle = settlePredictions({ slates: slatesWith({ a: homeWin }), predictions, closings });
  expect(await settle()).toBe(1);
  expect(stored.get("prd_1")?.record.settlement?.outcome).toBe("won");
});
