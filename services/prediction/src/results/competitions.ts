import type { Sport } from "../domain/sport.ts";
import { leagues } from "../odds-provider/data.ts";

const eastern = "America/New_York";

/** Where the calendar dates of a competition are those of the ratings. */
export function timeZoneOf(sport: Sport, league?: string): string {
  if (sport === "soccer") return leagues.find((one) => one.league === league)?.timeZone ?? "UTC";
  // Results files of college football carry the UTC date, so that late games fall on the next day.
  return sport === "cfb" ? "UTC" : eastern;
}
