import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  americanOdds,
  count,
  decimalOdds,
  money,
  percent,
  profitOf,
  signedMoney,
  signedNumber,
  signedPercent,
  spokenOdds,
  trueMinus,
  utcMinute,
  wholePercent,
} from "./format.ts";

describe("odds", () => {
  it("shows odds with their sign and a true minus", () => {
    expect(americanOdds(423)).toBe("+423");
    expect(americanOdds(-150)).toBe("\u2212150");
  });

  it("spells out odds for screen readers", () => {
    expect(spokenOdds(423)).toBe("odds plus 423");
    expect(spokenOdds(-150)).toBe("odds minus 150");
  });

  it("converts odds to decimal prices", () => {
    expect(decimalOdds(423)).toBeCloseTo(5.23);
    expect(decimalOdds(-150)).toBeCloseTo(1.6667, 4);
  });
});

it("computes the profit as stake × odds / 100, or stake × 100 / |odds| for negative odds", () => {
  expect(profitOf(100, 423)).toBe(423);
  expect(profitOf(250, 110)).toBe(275);
  expect(profitOf(100, -150)).toBeCloseTo(66.67, 2);
  expect(profitOf(10, 100)).toBe(10);
  expect(profitOf(10, -100)).toBe(10);
});

it("shows money with two decimals, and changes with a sign", () => {
  expect(money(66.666)).toBe("$66.67");
  expect(money(1199.4)).toBe("$1,199.40");
  expect(signedMoney(105)).toBe("+$105.00");
  expect(signedMoney(-100)).toBe("\u2212$100.00");
  expect(signedMoney(0)).toBe("$0.00");
});

it("formats numbers as the browser does for the United States", () => {
  const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (cents) => {
      expect(money(cents / 100)).toBe(dollars.format(cents / 100).replace("-", "\u2212"));
      expect(count(Math.abs(cents))).toBe(Math.abs(cents).toLocaleString("en-US"));
      const change = cents / 1000;
      expect(signedNumber(change)).toBe(
        `${change > 0 ? "+" : ""}${trueMinus(change.toLocaleString("en-US"))}`,
      );
    }),
  );
});

it("shows percentages with one decimal and confidence without", () => {
  expect(percent(0.7984)).toBe("79.8%");
  expect(signedPercent(-0.014)).toBe("\u22121.4%");
  expect(signedPercent(0.057)).toBe("+5.7%");
  expect(signedPercent(0.0004)).toBe("0.0%");
  expect(signedPercent(-0.0004)).toBe("0.0%");
  expect(wholePercent(0.202)).toBe("20%");
  expect(wholePercent(0.205)).toBe("21%");
});

it("replaces only hyphens before numbers by minus signs", () => {
  expect(trueMinus("Spread -6.5")).toBe("Spread \u22126.5");
  expect(trueMinus("Head-to-head")).toBe("Head-to-head");
});

it("shows times in UTC", () => {
  expect(utcMinute("2026-11-20T14:02:31Z")).toBe("2026-11-20 14:02 UTC");
});
