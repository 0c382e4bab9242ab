import { describe, expect, it } from "vitest";
import {
  assertNotPaused,
  changeLimits,
  confirmLimit,
  dropPending,
  isMilestone,
  limitReached,
  noGuardrails,
  pendingAt,
  periodOf,
  reachedLimit,
  startTimeOut,
} from "./guardrails.ts";

const now = new Date("2026-11-26T10:00:00Z");
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const limited = changeLimits(noGuardrails, { day: 10 }, now);

describe("a change of a limit", () => {
  it("binds at once when it sets or lowers a limit", () => {
    expect(limited.limits).toEqual({ ...noGuardrails.limits, day: 10 });
    expect(changeLimits(limited, { day: 5 }, now)).toEqual({
      limits: { ...noGuardrails.limits, day: 5 },
      pendingLimits: {},
    });
  });

  it.each([11, null])("waits 24 hours for a confirmation when the new limit is %s", (limit) => {
    const waiting = changeLimits(limited, { day: limit }, now);
    expect(waiting.limits.day).toBe(10);
    expect(() => confirmLimit(waiting, "day", later(23.9))).toThrow(
      "You can confirm this limit from Nov 27, 2026, 10:00 AM UTC.",
    );
    const confirmed = confirmLimit(waiting, "day", later(24));
    expect(confirmed).toEqual({ limits: { ...limited.limits, day: limit }, pendingLimits: {} });
  });

  it("expires without a confirmation, 7 days after it could be confirmed", () => {
    const waiting = changeLimits(limited, { day: 20 }, now);
    const end = later(24 + 7 * 24);
    expect(pendingAt(waiting, "day", later(24 + 7 * 24 - 1))).toBeDefined();
    expect(pendingAt(waiting, "day", end)).toBeUndefined();
    expect(() => confirmLimit(waiting, "day", end)).toThrow("No higher limit waits");
  });

  it("starts to wait again when it is requested again", () => {
    const first = changeLimits(limited, { day: 20 }, now);
    const second = changeLimits(first, { day: 30 }, later(23));
    expect(() => confirmLimit(second, "day", later(24))).toThrow("You can confirm");
    expect(confirmLimit(second, "day", later(47)).limits.day).toBe(30);
  });

  it("is dropped by the user, or by a lower limit", () => {
    const waiting = changeLimits(limited, { day: 20 }, now);
    expect(dropPending(waiting, "day")).toEqual(limited);
    expect(changeLimits(waiting, { day: 9 }, now).pendingLimits).toEqual({});
    expect(changeLimits(waiting, { week: 9 }, now).pendingLimits.day).toBeDefined();
  });
});

it("counts days, weeks from Monday and months in UTC", () => {
  const datesOf = (window: "day" | "week" | "month") =>
    Object.values(periodOf(window, now)).map((time) => time.toISOString().slice(0, 13));
  expect(datesOf("day")).toEqual(["2026-11-26T00", "2026-11-27T00"]);
  expect(datesOf("week")).toEqual(["2026-11-23T00", "2026-11-30T00"]);
  expect(datesOf("month")).toEqual(["2026-11-01T00", "2026-12-01T00"]);
});

it("names the reached limit that lasts longest, and when its next period starts", () => {
  const limits = { ...noGuardrails.limits, day: 5, week: 20, stakeMonth: 300 };
  expect(reachedLimit("predictions", limits, { day: 4, week: 19, month: 99 })).toBeUndefined();
  expect(reachedLimit("predictions", limits, { day: 5, week: 19, month: 99 })?.window).toBe("day");
  expect(reachedLimit("predictions", limits, { day: 5, week: 20, month: 99 })?.window).toBe("week");
  expect(limitReached({ kind: "predictions", window: "week", limit: 20 }, now)).toMatchObject({
    code: "guardrails.week",
    retryAfterSeconds: 86 * 3_600,
    message:
      "Your limit is 20 predictions a week. The next week starts on Nov 30, 2026, 12:00 AM UTC.",
  });
  const stakes = reachedLimit("stakes", limits, { day: 300, week: 300, month: 300 });
  expect(stakes && limitReached(stakes, now)).toMatchObject({
    code: "guardrails.stake_month",
    message:
      "Your limit is $300 in recorded stakes a month. The next month starts on Dec 1, 2026, 12:00 AM UTC.",
  });
});

it("says the price of insane predictions with the 5th, the 10th and every further 10th of a day", () => {
  const counts = Array.from({ length: 41 }, (_, count) => count);
  const said = counts.filter((count) => isMilestone({ count, expectedLosses: 0 }));
  expect(said).toEqual([5, 10, 20, 30, 40]);
});

describe("a time-out", () => {
  const paused = startTimeOut(noGuardrails, 7, now);

  it("refuses predictions until it ends", () => {
    expect(() => assertNotPaused(paused, later(7 * 24 - 1))).toThrow(
      "You are taking a time-out. Predictions start again on Dec 3, 2026, 10:00 AM UTC.",
    );
    expect(() => assertNotPaused(paused, later(7 * 24))).not.toThrow();
  });

  it("can be made longer, never shorter", () => {
    expect(() => startTimeOut(paused, 1, now)).toThrow("You can make it longer, not shorter.");
    expect(startTimeOut(paused, 42, now).timeOutUntil).toEqual(later(42 * 24));
  });
});
