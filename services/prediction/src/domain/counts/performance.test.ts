import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aLeg, aPrediction } from "../../testing/predictions.ts";
import { settledPredictions } from "../../testing/settled.ts";
import {
  addPrediction,
  bandAt,
  cellKey,
  cellOf,
  mergePerformance,
  noPerformance,
  type Performance,
} from "./performance.ts";
import { summarizeBySlate } from "./track-record.ts";
import type { Prediction } from "../prediction.ts";

const sumOf = (records: readonly Prediction[]): Performance =>
  records.reduce(addPrediction, noPerformance);

describe("performance", () => {
  it("is the same in any order and in any parts, to the last digit", () => {
    const shuffled = settledPredictions.chain((records) =>
      fc.tuple(
        fc.constant(records),
        fc.shuffledSubarray(records, { minLength: records.length }),
        fc.integer({ min: 0, max: records.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([records, other, cut]) => {
        const whole = sumOf(records);
        expect(sumOf(other)).toEqual(whole);
        const parts = mergePerformance(sumOf(other.slice(0, cut)), sumOf(other.slice(cut)));
        expect(parts).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it("counts every settled prediction once, and each won or lost one in one band", () => {
    fc.assert(
      fc.property(settledPredictions, (records) => {
        const { n, won, pushed, voided, bands } = sumOf(records);
        const count = (outcome: string) =>
          records.filter((record) => record.outcome === outcome).length;
        expect([won, n - won, pushed, voided]).toEqual(["won", "lost", "push", "void"].map(count));
        expect(bands.reduce((sum, band) => sum + band.n, 0)).toBe(n);
        expect(bands.reduce((sum, band) => sum + band.won, 0)).toBe(won);
      }),
      { numRuns: 60 },
    );
  });

  it("matches a worked example: 40 % at +150 lost, 40 % at +150 won", () => {
    const settledAt = new Date("2026-11-23T00:00:00Z");
    const single = (outcome: "won" | "lost", profit: number) =>
      aPrediction([aLeg("a")], {
        legOutcomes: [outcome],
        outcome,
        returned: 100 + profit,
        profit,
        settledAt,
      });
    expect(sumOf([single("won", 150), single("lost", -100)])).toMatchObject({
      n: 2,
      won: 1,
      expected: 0.8,
      logLoss: 1.427117,
      brier: 0.52,
      profit: 0.5,
      bands: [{ from: 0.4, to: 0.45, n: 2, won: 1, expected: 0.8 }],
    });
  });

  it("counts in the week of the last game, named by its Monday", () => {
    const onSunday = aLeg("a", { startsAt: new Date("2026-11-22T23:59:59Z") });
    const onMonday = aLeg("b", { startsAt: new Date("2026-11-23T00:00:00Z") });
    const weekOf = (...legs: (typeof onSunday)[]) => cellOf(aPrediction(legs)).week;
    expect([weekOf(onSunday), weekOf(onMonday), weekOf(onMonday, onSunday)]).toEqual([
      "2026-11-16",
      "2026-11-23",
      "2026-11-23",
    ]);
    expect(cellKey(cellOf(aPrediction([onSunday])))).toBe(
      "simulated|Simulated slate|nfl|moderate|2026-11-16",
    );
  });

  it.each([
    [0, 0, 0.025],
    [0.03, 0.025, 0.05],
    [0.1, 0.1, 0.15],
    [0.62, 0.6, 0.65],
    [1, 0.95, 1],
  ])("puts a probability of %d into the band from %d to %d", (p, from, to) => {
    expect(bandAt(p)).toMatchObject({ from, to });
  });
});

it("summarizes slates apart from each other without losing a prediction", () => {
  fc.assert(
    fc.property(settledPredictions, (records) => {
      const cells = [...Map.groupBy(records, (record) => cellKey(cellOf(record))).values()].flatMap(
        (same) => (same[0] ? [{ ...cellOf(same[0]), ...sumOf(same) }] : []),
      );
      const live = cells.map((cell) => ({ ...cell, kind: "live" as const, label: "Live" }));
      const summary = summarizeBySlate([...cells, ...live]);
      expect(summary.map(({ kind }) => kind)).toEqual(
        cells.length === 0 ? [] : ["simulated", "live"],
      );
      for (const { total, combinations, weeks } of summary) {
        expect(total).toEqual(sumOf(records));
        expect(combinations.reduce(mergePerformance, noPerformance)).toMatchObject(total);
        const byWeek = weeks.map(({ performance }) => performance);
        expect(byWeek.reduce(mergePerformance, noPerformance)).toEqual(total);
        const names = weeks.map(({ week }) => week);
        expect(names).toEqual(names.toSorted());
      }
    }),
    { numRuns: 30 },
  );
});
