import { expect, it } from "vitest";
import { addPrediction, cellOf, noPerformance } from "../domain/counts/performance.ts";
import type { Prediction } from "../domain/prediction.ts";
import { aLeg, aPrediction } from "../testing/predictions.ts";
import { createTrackRecord } from "./track-record.ts";

const settledAt = new Date("2026-11-23T00:00:00Z");
const cell = (of: Partial<Prediction>) => {
  const record = aPrediction([aLeg("a")], {
    legOutcomes: ["won"],
    outcome: "won",
    returned: 250,
    profit: 150,
    settledAt,
    ...of,
  });
  return { ...cellOf(record), ...addPrediction(noPerformance, record) };
};
const simulated = { kind: "simulated", label: "Simulated slate", sport: "nfl" } as const;

it("returns how settled predictions of the same slate and sport near a probability ended", async () => {
  const cells = [
    cell({}),
    cell({ riskLevel: "insane" }),
    cell({ sport: "nba" }),
    cell({ slate: { ...aPrediction([]).slate, kind: "live", label: "Live prices of noon" } }),
  ];
  const performances = {
    all: () => Promise.resolve([...cells]),
    countSettled: () => Promise.resolve(0),
  };
  let at = new Date("2026-11-23T12:00:00Z");
  const last = aPrediction([aLeg("a")], { outcome: "won", legOutcomes: ["won"], settledAt });
  const predictions = { findLastSettled: () => Promise.resolve(last) };
  const record = await createTrackRecord({ performances, predictions, clock: { now: () => at } });
  const none = { from: 0.4, to: 0.45, n: 0, won: 0 };
  expect(record.bandOf(simulated, 0.42)).toEqual({ ...none, n: 2, won: 2 });
  expect(record.bandOf({ ...simulated, sport: "mlb" }, 0.42)).toEqual(none);
  const live = { ...simulated, kind: "live", label: "Live prices of one o'clock" } as const;
  expect(record.bandOf(live, 0.42)).toEqual({ ...none, n: 1, won: 1 });
  expect(record.bandOf(simulated, 0.46)).toMatchObject({ n: 0 });

  const before = record.current();
  at = new Date("2026-11-23T13:00:00Z");
  await record.refresh();
  expect(record.current()).toBe(before);
  cells.push(cell({ sport: "mlb" }));
  await record.refresh();
  expect(record.current()).toMatchObject({ updatedAt: at, lastSettled: last });
  expect(record.bandOf({ ...simulated, sport: "mlb" }, 0.42)).toMatchObject({ n: 1 });
});
