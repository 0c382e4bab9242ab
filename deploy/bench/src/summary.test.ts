import { describe, expect, it } from "vitest";
import { judge, median, ratiosOf, type Sample, type Samples, combine } from "./summary.ts";
import { isStartMissed, startTable, subjectTable, verdictTable } from "./table.ts";

const sample = (cpuUs: number): Sample => ({ cpuUs, p50Ms: 1, p99Ms: 9, requestsPerSecond: 5_000 });
const samples: Samples = {
  small: [10, 20, 10].map(sample),
  large: [40, 60, 60].map(sample),
};
const goal = { name: "P", subject: "large", reference: "small", atMost: 4 };

it("a median is the middle value, of an even number the mean of the two in the middle", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 3])).toBe(4);
  expect(() => median([])).toThrow("no median");
});

it("ratios are taken within a round", () => {
  expect(ratiosOf(samples, "large", "small")).toEqual([4, 3, 6]);
  expect(ratiosOf(samples, "large", "absent")).toEqual([]);
});

it("the turns of a round are one sample, with all their CPU and their middle latency", () => {
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
  it("is met when the median of its ratios is not above the bound", () => {
    expect(judge([goal], samples)).toEqual([
      { ...goal, ratio: 4, ratios: [4, 3, 6], isMissed: false },
    ]);
  });

  it("is missed when it is above", () => {
    expect(judge([{ ...goal, atMost: 3.9 }], samples)[0]?.isMissed).toBe(true);
  });

  it("is neither when one of the two was not measured", () => {
    const [verdict] = judge([{ ...goal, reference: "absent" }], samples);
    expect(verdict).toMatchObject({ ratio: undefined, isMissed: false });
  });
});

it("the tables show medians, ratios and what became of each goal", () => {
  expect(subjectTable(samples, ["small"]).split("\n")).toEqual([
    "       CPU µs  p50 ms  p99 ms  req/s  × small",
    "small    10.0    1.00    9.00   5000     1.00",
    "large    60.0    1.00    9.00   5000     4.00",
  ]);
  const words = verdictTable(
    judge([goal, { ...goal, atMost: 1 }, { ...goal, subject: "-" }], samples),
  );
  expect(words.split("\n").map((line) => line.split("  ").at(-1)?.trim())).toEqual([
    "rounds",
    "met",
    "MISSED",
    "not measured",
  ]);
});

it("starts are shown beside their goals, and one that took too long is a miss", () => {
  const starts = { backfillSeconds: 6.34, warmUpSeconds: 15.04 };
  expect(startTable(starts).split("\n")).toEqual([
    "make up                    s  goal",
    "first, the demo's past   6.3  ≤ 10     met",
    "warm, all               15.0  ≤ 15  MISSED",
  ]);
  expect(isStartMissed(starts)).toBe(true);
  expect(isStartMissed({ backfillSeconds: 10.1, warmUpSeconds: 9 })).toBe(true);
  expect(isStartMissed({ backfillSeconds: 10, warmUpSeconds: 15 })).toBe(false);
});
