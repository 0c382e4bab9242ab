import { expect, it } from "vitest";
import { percentile } from "./percentile.ts";

it("finds the value below which a share of unsorted values is, and leaves them as they are", () => {
  const values = [100, 20, 3, 40];
  expect([0, 0.5, 0.75, 1].map((share) => percentile(values, share))).toEqual([3, 40, 100, 100]);
  expect(values).toEqual([100, 20, 3, 40]);
});

it("is 0 without values", () => {
  expect(percentile([], 0.99)).toBe(0);
});
