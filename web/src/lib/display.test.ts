import { afterEach, describe, expect, it } from "vitest";
import { parseDisplay, useDisplay } from "./display.ts";
import {
  chargeDay,
  dayAndTime,
  fromNow,
  listedStart,
  nearStart,
  oddsIn,
  startTime,
} from "./format.ts";

afterEach(() => useDisplay.setState(useDisplay.getInitialState(), true));

const start = "2026-11-26T00:00:00Z";
const before = (hours: number) => Date.parse(start) - hours * 3_600_000;

describe("times", () => {
  it("are shown with the zone's abbreviation, in UTC for a browser in UTC", () => {
    expect(startTime(start)).toBe("Thu, Nov 26, 12:00 AM UTC");
  });

  it("follow the chosen time zone, also over midnight and New Year", () => {
    useDisplay.setState({ timeZone: "America/New_York" });
    expect(startTime(start)).toBe("Wed, Nov 25, 7:00 PM EST");
    expect(dayAndTime("2026-07-01T00:30:00Z")).toBe("Jun 30, 2026, 8:30 PM EDT");
    expect(chargeDay("2027-01-01T02:00:00Z", new Date("2026-12-01T00:00:00Z"))).toBe("Dec 31");
  });

  it("of a start name the hours or the day when it is near", () => {
    useDisplay.setState({ timeZone: "America/New_York" });
    expect(nearStart(start, before(0.5))).toBe("in 30 min, 7:00 PM EST");
    expect(nearStart(start, before(3.2))).toBe("in 3 h, 7:00 PM EST");
    expect(nearStart(start, before(15))).toBe("Today, 7:00 PM EST");
    expect(nearStart(start, before(30))).toBe("Tomorrow, 7:00 PM EST");
    expect(nearStart(start, before(-20))).toBe("Yesterday, 7:00 PM EST");
    expect(nearStart(start, before(60))).toBe("Wed, Nov 25, 7:00 PM EST");
  });

  it("of a start in a list have no weekday, and the year only if it is another one", () => {
    useDisplay.setState({ timeZone: "America/New_York" });
    expect(listedStart(start, before(3.2))).toBe("in 3 h, 7:00 PM EST");
    expect(listedStart(start, before(60))).toBe("Nov 25, 7:00 PM EST");
    expect(listedStart(start, before(-24 * 60))).toBe("Nov 25, 2026, 7:00 PM EST");
  });

  it("less than 12 hours away are relative, in minutes or the nearest hour", () => {
    expect(fromNow(start, before(0))).toBe("now");
    expect(fromNow(start, before(-0.1))).toBe("6 min ago");
    expect(fromNow(start, before(59.4 / 60))).toBe("in 59 min");
    expect(fromNow(start, before(59.6 / 60))).toBe("in 1 h");
    expect(fromNow(start, before(89 / 60))).toBe("in 1 h");
    expect(fromNow(start, before(117 / 60))).toBe("in 2 h");
    expect(fromNow(start, before(-2.6))).toBe("3 h ago");
    expect(fromNow(start, before(11.9))).toBe("in 12 h");
    expect(fromNow(start, before(12))).toBeUndefined();
  });
});

describe("odds", () => {
  it("are shown and read out in each format", () => {
    expect(oddsIn("american", -150)).toEqual({ shown: "\u2212150", spoken: "odds minus 150" });
    expect(oddsIn("decimal", -150)).toEqual({ shown: "1.67", spoken: "odds 1.67" });
    expect(oddsIn("fractional", -150)).toEqual({ shown: "2/3", spoken: "odds 2 to 3" });
    expect(oddsIn("fractional", 150).shown).toBe("3/2");
    expect(oddsIn("fractional", 100).shown).toBe("1/1");
    expect(oddsIn("fractional", 423).shown).toBe("423/100");
  });
});

describe("the stored display settings", () => {
  it("are read back", () => {
    const stored = { oddsFormat: "decimal", timeZone: "Europe/Berlin" };
    expect(parseDisplay(JSON.stringify(stored))).toEqual(stored);
  });

  it("fall back to the defaults when they are missing, unknown or broken", () => {
    for (const stored of [null, "{", "null", "7", '{"oddsFormat":"x"}'])
      expect(parseDisplay(stored)).toMatchObject({ oddsFormat: "american" });
    expect(parseDisplay('{"timeZone":"Mars/Base"}').timeZone).toBeUndefined();
  });
});
