import type { Sport } from "../domain/sport.ts";
import { dayMs } from "../domain/dates.ts";

/** A regular season by month and day, both included; it runs over the year's end where it starts later than it ends. */
type Season = { from: string; to: string };

const wholeYear: Season = { from: "01-01", to: "12-31" };
const winterLeague: Season = { from: "08-10", to: "05-25" };

/** Playoffs are left out: who is not in them does not play. */
const seasons: Record<Exclude<Sport, "soccer">, Season> = {
  nba: { from: "10-20", to: "04-15" },
  nhl: { from: "10-05", to: "04-18" },
  mlb: { from: "03-25", to: "10-01" },
  nfl: { from: "09-04", to: "01-09" },
  cfb: { from: "08-24", to: "12-08" },
  ufc: wholeYear,
};

/** Soccer leagues that do not play over the winter. */
const soccerSeasons: Record<string, Season> = {
  mls: { from: "02-22", to: "10-20" },
  "brazil-serie-a": { from: "03-25", to: "12-10" },
};

const seasonOf = (sport: Sport, league: string | undefined): Season =>
  sport === "soccer" ? (soccerSeasons[league ?? ""] ?? winterLeague) : seasons[sport];

const isIn = ({ from, to }: Season, day: string) =>
  from <= to ? day >= from && day <= to : day >= from || day <= to;

/** Days after `from` and before `to` (YYYY-MM-DD) on which a competition's regular season was on. */
export const playingDays = (
  sport: Sport,
  league: string | undefined,
  from: string,
  to: string,
): number => {
  const season = seasonOf(sport, league);
  let days = 0;
  for (let time = Date.parse(from) + dayMs; time < Date.parse(to); time += dayMs)
    if (isIn(season, new Date(time).toISOString().slice(5, 10))) days += 1;
  return days;
};
