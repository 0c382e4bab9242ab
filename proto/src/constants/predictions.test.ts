import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chanceToLose, expectedValue, probabilityText, shownPercent } from "./predictions.ts";

describe("a probability as it is shown", () => {
  it.each([
    [0.04661, "4.66%"],
    [0.09994, "9.99%"],
    [0.09996, "10.0%"],
    [0.1234, "12.3%"],
    [0.9, "90.0%"],
    [0.95339, "95.34%"],
    [0, "0.00%"],
  ])("%d is %s", (probability, text) => {
    expect(probabilityText(probability)).toBe(text);
  });

  it("adds up to 100% with the chance to lose beside it", () => {
    const probability = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(probability, (p) => {
        const loses = probabilityText(chanceToLose(p)).replace("%", "");
        expect(Number(loses) + shownPercent(p)).toBeCloseTo(100, 9);
      }),
    );
  });
});

describe("an expected value", () => {
  it.each([
    [0.0466067, 20.89, -0.026526],
    [0.19315, 5.2, 0.0036],
    [0.26488, 3.74, -0.0089],
    [0.8876, 2.1, 0.8648],
    [0.2, 5, 0],
  ])("of %d at %d is %d, by the estimate as it is shown", (probability, decimal, value) => {
    expect(expectedValue(probability, decimal)).toBe(value);
  });

  it("is positive where the shown estimate is above the shown break-even, negative where it is below", () => {
    const estimate = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    const decimal = fc.double({ min: 1.01, max: 40, noNaN: true });
    fc.assert(
      fc.property(estimate, decimal, (p, price) => {
        const gap = shownPercent(p) - shownPercent(1 / price);
        fc.pre(gap !== 0);
        expect(Math.sign(expectedValue(p, price))).toBe(Math.sign(gap));
      }),
      { numRuns: 2_000 },
    );
  });
});
