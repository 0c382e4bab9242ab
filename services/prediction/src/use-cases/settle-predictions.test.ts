import { expect, it, vi } from "vitest";
import type { Prediction } from "../domain/prediction.ts";
import type { GameResult } from "../domain/slate.ts";
import { aLeg, aPrediction } from "../testing/predictions.ts";
import type { MarketProbabilities, Predictions, SettlementMonitor, Slates } from "./ports.ts";
import { settlePredictions } from "./settle-predictions.ts";

const now = new Date("2026-11-22T22:00:00Z");

/** Predictions in memory, with the guard that the real store has. */
const memoryPredictions = (records: Prediction[]) => {
  const stored = new Map(records.map((record) => [record.id, { record, dueAt: new Date(0) }]));
  const unreadable = new Set<string>();
  type Used = "findDue" | "settle" | "setAside" | "postpone";
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
        readable: good,
        unreadable: bad.map(({ id }) => ({ id, reason: "legs: missing" })),
      });
    },
    setAside: (id) => {
      stored.delete(id);
      return Promise.resolve();
    },
    settle: ({ id, outcome }, { settlement, settledAt, ...outcomes }) => {
      const entry = stored.get(id);
      if (!entry || entry.record.outcome !== outcome) return Promise.resolve(false);
      const isSettling = outcome === "open" && settlement !== undefined;
      entry.record = {
        ...entry.record,
        ...outcomes,
        ...(isSettling && { ...settlement, settledAt }),
      };
      return Promise.resolve(isSettling);
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
  closingGames: () => expect.unreachable(),
  advance: () => Promise.resolve(now),
});

const market: MarketProbabilities = {
  consensusOf: () => expect.unreachable(),
  readClosing: () => Promise.resolve(() => 0.45),
};
const nobodyNotified = {
  notifications: { findEach: () => Promise.resolve(new Set<string>()) },
  pushDevices: { listOf: () => Promise.resolve(new Map()) },
};
const settlementMonitor = { reportUnreadable: () => expect.unreachable() };

const homeWin: GameResult = { kind: "score", home: 2, away: 1 };

it("settles more than one batch, and nothing in a second run", async () => {
  const records = Array.from({ length: 450 }, (_, i) =>
    aPrediction([aLeg("a")], { id: `prd_${i}` }),
  );
  const { predictions, stored } = memoryPredictions(records);
  const settle = () =>
    settlePredictions({
      slates: slatesWith({ a: homeWin }),
      predictions,
      market,
      settlementMonitor,
      ...nobodyNotified,
    });
  expect(await settle()).toBe(450);
  const first = JSON.stringify([...stored.values()]);
  expect(await settle()).toBe(0);
  expect(JSON.stringify([...stored.values()])).toBe(first);
  expect(stored.get("prd_449")?.record).toMatchObject({
    outcome: "won",
    returned: 250,
    profit: 150,
    settledAt: now,
  });
});

it.each([
  ["in five minutes on the day of its game", "2026-11-22T21:00:00Z", "2026-11-22T22:05:00Z"],
  ["in an hour from the second day on", "2026-11-21T21:00:00Z", "2026-11-22T23:00:00Z"],
  ["at the end of a later game", "2026-11-25T21:00:00Z", "2026-11-25T21:00:00Z"],
])("looks for a missing result of a parlay again %s", async (_when, endsAt, dueAt) => {
  const late = aLeg("late", { endsAt: new Date(endsAt) });
  const { predictions, stored } = memoryPredictions([aPrediction([aLeg("a"), late])]);
  const settle = () =>
    settlePredictions({
      slates: slatesWith({ a: homeWin }),
      predictions,
      market,
      settlementMonitor,
      ...nobodyNotified,
    });
  expect(await settle()).toBe(0);
  expect(stored.get("prd_1")).toMatchObject({
    record: { legOutcomes: ["won", "open"], outcome: "open" },
    dueAt: new Date(dueAt),
  });
});

it("settles a prediction behind many others whose results are late", async () => {
  const late = Array.from({ length: 250 }, (_, i) =>
    aPrediction([aLeg("late")], { id: `prd_late_${i}` }),
  );
  const { predictions, stored } = memoryPredictions([...late, aPrediction([aLeg("a")])]);
  const settle = () =>
    settlePredictions({
      slates: slatesWith({ a: homeWin }),
      predictions,
      market,
      settlementMonitor,
      ...nobodyNotified,
    });
  expect(await settle()).toBe(1);
  expect(stored.get("prd_1")?.record.outcome).toBe("won");
});

it("settles the open legs of a lost parlay later and keeps its settlement", async () => {
  const lost = aLeg("a", { wager: { market: "moneyline", side: "away" } });
  const { predictions, stored } = memoryPredictions([aPrediction([lost, aLeg("late")])]);
  const settleBy = (at: Date, results: Record<string, GameResult>) =>
    settlePredictions({
      slates: { ...slatesWith(results), now: () => at },
      predictions,
      market,
      settlementMonitor,
      ...nobodyNotified,
    });
  expect(await settleBy(now, { a: homeWin })).toBe(1);
  expect(stored.get("prd_1")?.record.outcome).toBe("lost");
  const later = new Date("2026-11-22T22:05:00Z");
  expect(await settleBy(later, { late: homeWin })).toBe(0);
  expect(stored.get("prd_1")?.record).toMatchObject({
    legOutcomes: ["lost", "won"],
    outcome: "lost",
    settledAt: now,
  });
});

it("sets an unreadable prediction aside, reports it once, and settles the others", async () => {
  const records = ["prd_bad", "prd_good"].map((id) => aPrediction([aLeg("a")], { id }));
  const { predictions, stored, unreadable } = memoryPredictions(records);
  unreadable.add("prd_bad");
  const reportUnreadable = vi.fn<SettlementMonitor["reportUnreadable"]>();
  const slates = slatesWith({ a: homeWin });
  const settle = () =>
    settlePredictions({
      slates,
      predictions,
      market,
      ...nobodyNotified,
      settlementMonitor: { reportUnreadable },
    });
  expect(await settle()).toBe(1);
  expect(await settle()).toBe(0);
  expect(stored.get("prd_good")?.record.outcome).toBe("won");
  expect(reportUnreadable.mock.calls).toEqual([[{ id: "prd_bad", reason: "legs: missing" }]]);
});
