import { dateOf, dayMs } from "../domain/dates.ts";
import type { Sport } from "../domain/sport.ts";
import type { Fixture } from "./types.ts";

/** Days since 1970-01-01 of a YYYY-MM-DD date, NaN when there is no such day. */
export function dayNumber(date: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return Number.NaN;
  const day = Math.round(Date.parse(`${date}T00:00:00Z`) / dayMs);
  return Number.isInteger(day) && dateOfDay(day) === date ? day : Number.NaN;
}

/** The YYYY-MM-DD date of a day number. */
export const dateOfDay = (day: number): string => dateOf(new Date(day * dayMs));

/** Soccer leagues that play within one calendar year. */
const calendarYearLeagues = new Set(["mls", "brazil-serie-a"]);

/** First month of a new season, for sports whose season crosses the year's end. */
const firstMonth: Partial<Record<Sport, number>> = { nba: 8, nhl: 8, soccer: 7, nfl: 4, cfb: 4 };

/** Season label of a date in the convention of the results files (nba, nhl, soccer: the year it ends). */
export function seasonOf(sport: Sport, { date, league }: Fixture): number {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const opening = firstMonth[sport];
  if (opening === undefined || (league !== undefined && calendarYearLeagues.has(league))) {
    return year;
  }
  if (sport === "nfl" || sport === "cfb") return month < opening ? year - 1 : year;
  return month >= opening ? year + 1 : year;
}
