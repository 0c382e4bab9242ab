import { describe, expect, it } from "vitest";
import { paceOf } from "./quota.ts";

const hourMs = 3_600_000;
const round = { pricesCost: 14, scoresCost: 24 };

describe("the pace of polling", () => {
  it("spreads the remaining credits over the rest of the month", () => {
    const early = paceOf({ ...round, remaining: 500, now: new Date("2026-11-01T00:00:00Z") });
    expect(early.pricesEveryMs / hourMs).toBeCloseTo((30 * 24 * 26) / 475, 6);
    const late = paceOf({ ...round, remaining: 250, now: new Date("2026-11-16T00:00:00Z") });
    expect(late.pricesEveryMs).toBe(early.pricesEveryMs);
  });

  it("requests scores half as often as prices, and often enough to lose none", () => {
    const rich = paceOf({ ...round, remaining: 5_000, now: new Date("2026-11-01T00:00:00Z") });
    expect(rich.scoresEveryMs).toBe(2 * rich.pricesEveryMs);
    const poor = paceOf({ ...round, remaining: 20, now: new Date("2026-11-01T00:00:00Z") });
    expect(poor.scoresEveryMs).toBe(60 * hourMs);
  });

  it("has a fastest rate, also on the last day of the month", () => {
    const now = new Date("2026-11-30T23:00:00Z");
    const { pricesEveryMs, scoresEveryMs } = paceOf({ ...round, remaining: 1e7, now });
    expect([pricesEveryMs, scoresEveryMs]).toEqual([600_000, 1_200_000]);
    const last = paceOf({ ...round, remaining: 26 / 0.95, now });
    expect(last.pricesEveryMs).toBeCloseTo(24 * hourMs, 3);
  });

  it("is one call a day while the credits are unknown, and slower when none are left", () => {
    const now = new Date("2026-11-30T23:00:00Z");
    expect(paceOf({ ...round, remaining: undefined, now }).pricesEveryMs).toBe(24 * hourMs);
    expect(paceOf({ ...round, remaining: 0, now }).pricesEveryMs).toBeGreaterThan(24 * hourMs);
  });
});
