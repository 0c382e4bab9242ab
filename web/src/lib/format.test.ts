import { describe, expect, it } from "vitest";
import {
  americanOdds,
  decimalOdds,
  money,
  percent,
  profitOf,
  signedMoney,
  signedPercent,
  spokenOdds,
  trueMinus,
  utcMinute,
  wholePercent,
} from "./format.ts";

describe("odds", () => {
  it("carry their sign, with a true minus", () => {
    expect(americanOdds(423)).toBe("+423");
    expect(americanOdds(-150)).toBe("\u2212150");
  });

  it("are read as words", () => {
    expect(spokenOdds(423)).toBe("odds plus 423");
    expect(spokenOdds(-150)).toBe("odds minus 150");
  });

  it("become decimal prices", () => {
    expect(decimalOdds(423)).toBeCloseTo(5.23);
    expect(decimalOdds(-150)).toBeCloseTo(1.6667, 4);
  });
});

it("a winning stake earns stake × odds / 100, or stake × 100 / |odds| when negative", () => {
  expect(profitOf(100, 423)).toBe(423);
  expect(profitOf(250, 110)).toBe(275);
  expect(profitOf(100, -150)).toBeCloseTo(66.67, 2);
  expect(profitOf(10, 100)).toBe(10);
  expect(profitOf(10, -100)).toBe(10);
});

it("money has two decimals, and a sign where it is a change", () => {
  expect(money(66.666)).toBe("$66.67");
  expect(money(1199.4)).toBe("$1,199.40");
  expect(signedMoney(105)).toBe("+$105.00");
  expect(signedMoney(-100)).toBe("\u2212$100.00");
  expect(signedMoney(0)).toBe("$0.00");
});

it("percentages have one decimal, confidence none", () => {
  expect(percent(0.7984)).toBe("79.8%");
  expect(signedPercent(-0.014)).toBe("\u22121.4%");
  expect(signedPercent(0.057)).toBe("+5.7%");
  expect(wholePercent(0.202)).toBe("20%");
  expect(wholePercent(0.205)).toBe("21%");
});

it("only hyphens before numbers become minus signs", () => {
  expect(trueMinus("Spread -6.5")).toBe("Spread \u22126.5");
  expect(trueMinus("Head-to-head")).toBe("Head-to-head");
});

it("moments are told in UTC", () => {
  expect(utcMinute("2026-11-20T14:02:31Z")).toBe("2026-11-20 14:02 UTC");
});
