import { expect, it } from "vitest";
import { backoffMs } from "./backoff.ts";

const limits = { firstMs: 1_000, maxMs: 3_600_000 };

it("doubles the delay after each attempt, up to the maximum", () => {
  expect([0, 1, 5, 11, 12, 99].map((attempts) => backoffMs(attempts, limits, 0))).toEqual([
    1_000, 2_000, 32_000, 2_048_000, 3_600_000, 3_600_000,
  ]);
});

it("spreads attempts over the last quarter of the delay", () => {
  const delays = Array.from({ length: 200 }, () => backoffMs(0, limits));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(750);
  expect(Math.max(...delays)).toBeLessThanOrEqual(1_000);
  expect(new Set(delays).size).toBeGreaterThan(100);
});
