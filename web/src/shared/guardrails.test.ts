import { expect, it } from "vitest";
import { breakUntil } from "./guardrails.ts";

it("a break lasts until the last of its ends, and not longer", () => {
  const ends = { timeOutUntil: "2026-11-28T12:00:00Z", selfExcludedUntil: "2027-05-28T12:00:00Z" };
  const at = (time: string) => breakUntil(ends, Date.parse(time));
  expect(at("2026-11-27T12:00:00Z")).toBe(ends.selfExcludedUntil);
  expect(at("2027-05-28T11:59:59Z")).toBe(ends.selfExcludedUntil);
  expect(at("2027-05-28T12:00:00Z")).toBeUndefined();
  expect(breakUntil({ timeOutUntil: null, selfExcludedUntil: null }, 0)).toBeUndefined();
});
