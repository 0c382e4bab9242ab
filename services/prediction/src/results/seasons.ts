import { addDays } from "../domain/dates.ts";
import type { Sport } from "../domain/sport.ts";
import { leagues } from "../odds-provider/data.ts";

/** A regular season by month and day, both included; it crosses the end of the year when `from` is later than `to`. */
type Season = { from: string; to: string };

/** Without playoffs, in which most teams do not play. Soccer leagues have their own. */
const seasons: Record<Sport, Season> = {
  nba: { from: "10-20", to: "04-15" },
  nhl: { from: "10-01", to: "04-10" },
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

/** Whether a date is within the regular season of a competition. */
export function isInSeason(sport: Sport, league: string | undefined, date: string): boolean {
  const season = leagues.find((one) => one.league === league) ?? seasons[sport];
  return isWithin(season, date.slice(5));
}

/** Between two seasons, with exhibition games that some sources list like others; sports not here have none. */
const preseasons: Partial<Record<Sport, Season>> = {
  nba: { from: "07-10", to: "10-17" },
  nhl: { from: "07-10", to: "09-28" },
  mlb: { from: "11-15", to: "03-17" },
  nfl: { from: "02-20", to: "09-02" },
};
/** Until 2025 the NHL had 82 games and began in October; since 2026 it has 84 and begins at the end of September. */
const nhlPreseasonUntil2025: Season = { from: "07-10", to: "10-04" };

/** Whether a game on a date can only be an exhibition game. */
export function isPreseason(sport: Sport, date: string): boolean {
  const preseason = sport === "nhl" && date < "2026" ? nhlPreseasonUntil2025 : preseasons[sport];
  return preseason !== undefined && isWithin(preseason, date.slice(5));
}

const isWithin = ({ from, to }: Season, day: string): boolean =>
  from <= to ? day >= from && day <= to : day >= from || day <= to;
