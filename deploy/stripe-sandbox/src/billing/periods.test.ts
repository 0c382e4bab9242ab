import { assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { addMonths, periodEndAfter } from "./periods.ts";

const at = (iso: string) => Date.parse(iso) / 1000;

const monthly = {
  interval: "month",
  interval_count: 1,
  meter: null,
  trial_period_days: null,
  usage_type: "licensed",
} as const;

describe("addMonths", () => {
  it.each([
    ["2026-01-31T10:00:00Z", 1, "2026-02-28T10:00:00Z"],
    ["2028-01-31T10:00:00Z", 1, "2028-02-29T10:00:00Z"],
    ["2026-11-30T23:59:59Z", 3, "2027-02-28T23:59:59Z"],
    ["2024-02-29T00:00:00Z", 12, "2025-02-28T00:00:00Z"],
    ["2026-05-15T08:30:00Z", 1, "2026-06-15T08:30:00Z"],
  ])("moves %s by %i months to %s", (from, months, to) => {
    expect(addMonths(at(from), months)).toBe(at(to));
  });
});

describe("periodEndAfter", () => {
  it("returns to the anchor's day after a short month", () => {
    const anchor = at("2026-01-31T10:00:00Z");
    const february = periodEndAfter(anchor, anchor, monthly);
    expect(february).toBe(at("2026-02-28T10:00:00Z"));
    expect(periodEndAfter(february, anchor, monthly)).toBe(at("2026-03-31T10:00:00Z"));
  });

  it("counts years for a yearly price", () => {
    const start = at("2026-03-01T00:00:00Z");
    const yearly = { ...monthly, interval: "year" } as const;
    expect(periodEndAfter(start, start, yearly)).toBe(at("2027-03-01T00:00:00Z"));
  });

  it("counts days of 24 hours for a weekly price", () => {
    const start = at("2026-03-01T12:00:00Z");
    const biweekly = { ...monthly, interval: "week", interval_count: 2 } as const;
    expect(periodEndAfter(start, start, biweekly)).toBe(at("2026-03-15T12:00:00Z"));
  });

  it("refuses a price that does not renew", () => {
    expect(() => periodEndAfter(0, 0, null)).toThrow("a one-time price has no periods");
  });

  it("is always 28 to 31 days after the start of a monthly period", () => {
    const second = integer({ min: at("2020-01-01T00:00:00Z"), max: at("2040-01-01T00:00:00Z") });
    assert(
      property(second, integer({ min: 0, max: 40 }), (anchor, renewals) => {
        let start = anchor;
        for (let n = 0; n < renewals; n += 1) start = periodEndAfter(start, anchor, monthly);
        const days = (periodEndAfter(start, anchor, monthly) - start) / 86_400;
        expect(days).toBeGreaterThanOrEqual(28);
        expect(days).toBeLessThanOrEqual(31);
      }),
    );
  });
});
