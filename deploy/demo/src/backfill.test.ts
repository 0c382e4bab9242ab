import { expect, it } from "vitest";
import { backfillLine } from "./backfill.ts";

it("prints the days and counts of a backfill and its duration beside the goal", () => {
  const result = "2026-03-01 to 2026-03-10: 240 predictions added, 0 were there, 180 settled";
  expect(backfillLine({ result, seconds: 6.34 })).toBe(`${result}; 6.3 s, goal ≤ 10 s: met`);
  expect(backfillLine({ result, seconds: 12 })).toBe(`${result}; 12.0 s, goal ≤ 10 s: MISSED`);
});
