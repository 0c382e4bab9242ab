import { describe, expect, it } from "vitest";
import { minimize } from "./minimize.ts";

const axis = { start: 0, step: 0.5, low: -10, high: 10 };

describe("minimize", () => {
  it("finds the bottom of a curved valley", () => {
    const [x = 0, y = 0] = minimize(
      ([a = 0, b = 0]) => (1 - a) ** 2 + 100 * (b - a * a) ** 2,
      [axis, axis],
      600,
    );
    expect(x).toBeCloseTo(1, 2);
    expect(y).toBeCloseTo(1, 2);
  });

  it("stays inside its bounds and finds an optimum at a bound", () => {
    const seen: number[] = [];
    const [x = 0] = minimize(
      ([a = 0]) => {
        seen.push(a);
        return (a - 7) ** 2;
      },
      [{ start: 1, step: 1, low: 0, high: 5 }],
      100,
    );
    expect(x).toBe(5);
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...seen)).toBeLessThanOrEqual(5);
  });

  it("finds a minimum in one dimension", () => {
    const [x = 0] = minimize(([a = 0]) => (a - 0.317) ** 2, [{ ...axis, start: 1, step: 0.1 }], 60);
    expect(x).toBeCloseTo(0.317, 3);
  });

  it("avoids values that are not numbers", () => {
    const [x = 0] = minimize(
      ([a = 0]) => (a < 0 ? Number.NaN : (a - 0.5) ** 2),
      [{ ...axis, start: 2 }],
      100,
    );
    expect(x).toBeCloseTo(0.5, 2);
  });

  it("exceeds its number of evaluations by one step at most", () => {
    let calls = 0;
    minimize(
      ([a = 0, b = 0]) => {
        calls += 1;
        return Math.sin(5 * a) + (b - 3) ** 2;
      },
      [axis, axis],
      50,
    );
    expect(calls).toBeLessThanOrEqual(50 + 2 * 4);
  });
});
