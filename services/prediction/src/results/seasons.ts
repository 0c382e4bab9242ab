import { addDays } from "../domain/dates.ts";
import type { Sport } from "../domain/sport.ts";
import { leagues } from "../odds-provider/data.ts";

/** A regular season by month and day, both included; it crosses the end of the year when `from` is later than `to`. */
type Season = { from: string; to: string };

/** Without playoffs, in which most teams do not play. Soccer leagues have their own. */
const seasons: Record<Sport, Season> = {
  nba: { from: "10-20", to: "04-15" },
  nhl: { from: "10-05", to: "04-18" },
  mlb: { from: "03-25", to: "10-01" },
  nfl: { from: "09-04", to: "01-09" },
  cfb: { from: "08-24", to: "12-08" },
  ufc: { from: "01-01", to: "12-31" },
  soccer: { from: "08-10", to: "05-25" },
};

/** Days after `from` and before `to` (YYYY-MM-DD) within the regular season of a competition. */
export function playingDays(
  sport: Sport,
  league: string | undefined,
  from: string,
  to: string,
): number {
  const season = leagues.find((one) => one.league === league) ?? seasons[sport];
  let days = 0;
  for (let date = addDays(from, 1); date < to; date = addDays(date, 1))
    if (isWithin(season, date.slice(5))) days += 1;
  return days;
}

const isWithin = ({ from, to }: Season, day: string): boolean =>
  from <= to ? day >= from && day <= to : day >= from || day <= to;
