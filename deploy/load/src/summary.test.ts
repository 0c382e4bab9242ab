import { expect, it } from "vitest";
import { summarySchema, throughputOf, verdictsOf } from "./summary.ts";

const summary = summarySchema.parse({
  metrics: {
    // k6's own rate covers the whole run, including the setup.
    iterations: { type: "counter", values: { count: 400, rate: 13 } },
    ran_ms: { type: "gauge", values: { value: 19_990, min: 4, max: 20_000 } },
    "accepted_ms{phase:spike}": {
      type: "trend",
      values: { count: 90, "p(50)": 3.217, "p(95)": 9, "p(99)": 41.5, max: 60 },
      thresholds: { "p(99)<=50": { ok: true }, "p(50)<=3": { ok: false } },
    },
  },
});

it("reports every threshold with the figures of its metric", () => {
  const metric = "accepted_ms{phase:spike}";
  const figures = "count=90 p(50)=3.22 p(99)=41.5 max=60";
  expect(verdictsOf(summary)).toEqual([
    { metric, bound: "p(99)<=50", held: true, figures },
    { metric, bound: "p(50)<=3", held: false, figures },
  ]);
});

it("computes the throughput and rejects a run without iterations", () => {
  expect(throughputOf(summary)).toBe(20);
  expect(() => throughputOf({ metrics: {} })).toThrow("finished no iteration");
});
