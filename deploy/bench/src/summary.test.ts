import { describe, expect, it } from "vitest";
import {
  combine,
  isStartMissed,
  judge,
  median,
  ratiosOf,
  type Sample,
  type Samples,
  startTable,
  subjectTable,
  verdictTable,
} from "./summary.ts";

const sample = (cpuUs: number): Sample => ({ cpuUs, p50Ms: 1, p99Ms: 9, requestsPerSecond: 5_000 });
const samples: Samples = {
  small: [10, 20, 10].map(sample),
  large: [40, 60, 60].map(sample),
};
const goal = { name: "P", subject: "large", reference: "small", atMost: 4 };

it("takes the middle value as median, and the mean of the middle two of an even number", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 3])).toBe(4);
  expect(() => median([])).toThrow("no median");
});

it("takes ratios within a round", () => {
  expect(ratiosOf(samples, "large", "small")).toEqual([4, 3, 6]);
  expect(ratiosOf(samples, "large", "absent")).toEqual([]);
});

it("combines the turns of a round to their mean CPU and median latency", () => {
  const turn = (cpuUs: number, p50Ms: number, requestsPerSecond: number) => ({
    ...sample(cpuUs),
    p50Ms,
    requestsPerSecond,
  });
  expect(combine([turn(10, 1, 100), turn(20, 9, 50), turn(60, 2, 100)])).toEqual({
    cpuUs: 30,
    p50Ms: 2,
    p99Ms: 9,
    // 300 requests in 1 + 2 + 1 seconds.
    requestsPerSecond: 75,
  });
});

describe("a goal", () => {
  it("is met when the median of its ratios is at most the bound", () => {
    expect(judge([goal], samples)).toEqual([
      { ...goal, ratio: 4, ratios: [4, 3, 6], isMissed: false },
    ]);
  });

  it("is missed when the median of its ratios is above the bound", () => {
    expect(judge([{ ...goal, atMost: 3.9 }], samples)[0]?.isMissed).toBe(true);
  });

  it("has no ratio when one of its subjects was not measured", () => {
    const [verdict] = judge([{ ...goal, reference: "absent" }], samples);
    expect(verdict).toMatchObject({ ratio: undefined, isMissed: false });
  });
});

it("prints the medians and ratios of subjects", () => {
  const figures = { "p50 ms": "1.00", "p99 ms": "9.00", "req/s": "5000" };
  expect(subjectTable(samples, ["small"])).toEqual([
    { name: "small", "CPU µs": "10.0", ...figures, "× small": "1.00" },
    { name: "large", "CPU µs": "60.0", ...figures, "× small": "4.00" },
  ]);
});

it("prints whether each goal is met, missed or not measured", () => {
  const [met, ...others] = verdictTable(
    judge([goal, { ...goal, atMost: 1 }, { ...goal, subject: "-" }], samples),
  );
  const rounds = "4.00 3.00 6.00";
  expect(met).toEqual({ name: "P", ratio: "4.00", goal: "≤ 4", rounds, verdict: "met" });
  expect(others.map(({ verdict }) => verdict)).toEqual(["MISSED", "not measured"]);
});

it("misses the goal of a start that took too long", () => {
  const starts = { backfillSeconds: 6.34, warmUpSeconds: 15.04 };
  expect(startTable(starts)).toMatchObject([
    { seconds: "6.3", goal: "≤ 10", verdict: "met" },
    { seconds: "15.0", goal: "≤ 15", verdict: "MISSED" },
  ]);
  expect(isStartMissed(starts)).toBe(true);
  expect(isStartMissed({ backfillSeconds: 10.1, warmUpSeconds: 9 })).toBe(true);
  expect(isStartMissed({ backfillSeconds: 10, warmUpSeconds: 15 })).toBe(false);
});
