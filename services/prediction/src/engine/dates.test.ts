import { describe, expect, it } from "vitest";
import { dateOfDay, dayNumber, seasonOf } from "./dates.ts";

const at = (date: string, league?: string) => ({ date, league, home: "A", away: "B" });

describe("dates", () => {
  it("count days across years and refuse an invalid date", () => {
    expect(dayNumber("2024-03-01") - dayNumber("2024-02-28")).toBe(2);
    expect(dateOfDay(dayNumber("1999-12-31") + 1)).toBe("2000-01-01");
    for (const bad of ["2024-3-1", "01/02/2024", "", "2024-13-01", "2023-02-29"]) {
      expect(dayNumber(bad)).toBeNaN();
    }
  });

  it("give seasons the labels of the results files", () => {
    expect(seasonOf("nfl", at("2024-02-11"))).toBe(2023);
    expect(seasonOf("cfb", at("2023-08-26"))).toBe(2023);
    expect(seasonOf("nba", at("2023-10-24"))).toBe(2024);
    expect(seasonOf("nhl", at("2025-06-17"))).toBe(2025);
    expect(seasonOf("soccer", at("2024-08-17", "epl"))).toBe(2025);
    expect(seasonOf("soccer", at("2025-06-29", "mls"))).toBe(2025);
    expect(seasonOf("mlb", at("2020-10-25"))).toBe(2020);
  });
});
