import { expect, it } from "vitest";
import { addPrediction, cellOf, noPerformance } from "../domain/performance.ts";
import type { PredictionRecord } from "../domain/prediction.ts";
import { aLeg, aRecord } from "../testing/records.ts";
import { keepPerformance } from "./keep-performance.ts";

const settledAt = new Date("2026-11-23T00:00:00Z");
const cell = (of: Partial<PredictionRecord>) => {
  const record = aRecord([aLeg("a")], {
    legOutcomes: ["won"],
    settlement: { outcome: "won", returned: 250, profit: 150, settledAt },
    ...of,
  });
  return { ...cellOf(record), ...addPrediction(noPerformance, record) };
};
const simulated = { kind: "simulated", label: "Simulated slate", sport: "nfl" } as const;

it("tells how settled predictions of the same slate and sport near a chance turned out", async () => {
  const cells = [
    cell({}),
    cell({ riskLevel: "insane" }),
    cell({ sport: "nba" }),
    cell({ slate: { ...aRecord([]).slate, kind: "live", label: "Live prices of noon" } }),
  ];
  const performances = {
    all: () => Promise.resolve(cells),
    countSettled: () => Promise.resolve(0),
  };
  let at = new Date("2026-11-23T12:00:00Z");
  const { past, current, refresh } = keepPerformance({ performances, clock: { now: () => at } });
  const none = { from: 0.4, to: 0.45, n: 0, won: 0 };
  expect(past.bandOf(simulated, 0.42)).toEqual(none);
  const before = past.revision();
  await refresh();
  expect(past.revision()).not.toBe(before);
  expect(past.bandOf(simulated, 0.42)).toEqual({ ...none, n: 2, won: 2 });
  expect(past.bandOf({ ...simulated, sport: "mlb" }, 0.42)).toEqual(none);
  const live = { ...simulated, kind: "live", label: "Live prices of one o'clock" } as const;
  expect(past.bandOf(live, 0.42)).toEqual({ ...none, n: 1, won: 1 });
  expect(past.bandOf(simulated, 0.46)).toMatchObject({ n: 0 });

  const kept = current();
  at = new Date("2026-11-23T13:00:00Z");
  await refresh();
  expect(current()).toBe(kept);
  cells.push(cell({ sport: "mlb" }));
  await refresh();
  expect(current()).toMatchObject({ updatedAt: at });
  expect(past.bandOf({ ...simulated, sport: "mlb" }, 0.42)).toMatchObject({ n: 1 });
});
