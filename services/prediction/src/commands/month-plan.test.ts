import { describe, expect, it } from "vitest";
import { present } from "../testing/present.ts";
import { defaultLeagues, feedsFor } from "../odds-provider/feeds.ts";
import { planMonth } from "./month-plan.ts";

const feeds = feedsFor(defaultLeagues);
const month = new Date("2026-11-15T00:00:00Z");
const minuteMs = 60_000;

describe("the plan of a month", () => {
  it.each([500, 20_000, 100_000])("spends most of %i credits at most, never more", (credits) => {
    const { used } = planMonth(credits, feeds, month);
    expect(used.prices + used.scores).toBeLessThanOrEqual(credits);
    expect(used.prices + used.scores).toBeGreaterThan(Math.min(credits, 60_000) * 0.9);
  });

  it("gets every result of the free plan within the reach of the provider's scores", () => {
    const { resultsAfterMs, calls } = planMonth(500, feeds, month);
    expect(present(resultsAfterMs).longest).toBeLessThanOrEqual(60 * 60 * minuteMs);
    expect(calls.scores).toBeGreaterThan(100);
  });

  it("asks no faster than every ten minutes however many credits there are", () => {
    const { pricesEveryMs, calls, used } = planMonth(5_000_000, feeds, month);
    expect(pricesEveryMs).toEqual({ usual: 10 * minuteMs, longest: 10 * minuteMs });
    expect(calls.prices).toBe(12 * 30 * 24 * 6);
    expect(used.prices).toBe(15 * 30 * 24 * 6);
    expect(calls.lists).toBe(12 * 30 * 48);
  });

  it("spends no credits on scores of fights, which the provider does not have", () => {
    const fights = feeds.filter(({ sport }) => sport === "ufc");
    expect(planMonth(20_000, fights, month).used.scores).toBe(0);
  });
});
