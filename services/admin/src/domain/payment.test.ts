import { expect, it } from "vitest";
import { addUp, monthOf } from "./payment.ts";

it("adds cents up exactly", () => {
  const sums = Array.from({ length: 3 }, () => ({
    payments: 1,
    grossCents: 1_999,
    refundedCents: 10,
  }));
  expect(addUp(sums)).toEqual({ payments: 3, grossCents: 5_997, refundedCents: 30 });
  expect(addUp([])).toEqual({ payments: 0, grossCents: 0, refundedCents: 0 });
});

it.each([
  ["2026-11-30T23:59:59.999Z", 0, "2026-11"],
  ["2026-03-31T12:00:00Z", -1, "2026-02"],
  ["2026-01-01T00:00:00Z", -11, "2025-02"],
  ["2026-12-31T00:00:00Z", 1, "2027-01"],
])("the month of %s moved by %i is %s", (time, offset, month) => {
  expect(monthOf(new Date(time), offset)).toBe(month);
});
