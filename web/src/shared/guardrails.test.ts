import { expect, it } from "vitest";
import { breakAt } from "./guardrails.ts";

it("a break lasts until the last of its ends, and not longer", () => {
  const ends = { timeOutUntil: "2026-11-28T12:00:00Z", selfExcludedUntil: "2027-05-28T12:00:00Z" };
  const at = (time: string) => breakAt(ends, Date.parse(time)).until;
  expect(at("2026-11-27T12:00:00Z")).toBe(ends.selfExcludedUntil);
  expect(at("2027-05-28T11:59:59Z")).toBe(ends.selfExcludedUntil);
  expect(at("2027-05-28T12:00:00Z")).toBeUndefined();
  expect(breakAt({ timeOutUntil: null, selfExcludedUntil: null }, 0).until).toBeUndefined();
});

it("reports the self-exclusion when a longer time-out runs too", () => {
  const ends = { timeOutUntil: "2026-11-28T12:00:00Z", selfExcludedUntil: "2026-11-20T12:00:00Z" };
  const at = (time: string) => breakAt(ends, Date.parse(time));
  const excluded = { until: ends.selfExcludedUntil, isSelfExclusion: true };
  expect(at("2026-11-20T11:59:59Z")).toEqual(excluded);
  expect(at("2026-11-20T12:00:00Z")).toEqual({ until: ends.timeOutUntil, isSelfExclusion: false });
});
