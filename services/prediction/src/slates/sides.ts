import type { Sport } from "../domain/sport.ts";
import { seasonOf } from "../model/calendar.ts";
import type { RatedTeam } from "../model/types.ts";
import { daysBetween } from "./dates.ts";

/** A side that may play in the simulated season; sides meet within their pool. `season` is its last one. */
export type Side = {
  name: string;
  pool: string;
  season: number;
  league?: string;
  division?: string;
};

/** A side that has not played for this many days before the newest result of its sport has retired. */
const retiredAfterDays = 400;
/** Fewer games than this and a rating is mostly its starting value. */
const fewestGames = 5;

const poolOf = (sport: Sport, { league, division }: RatedTeam): string | undefined => {
  switch (sport) {
    case "soccer":
      return league ?? undefined;
    case "ufc":
      return division ?? undefined;
    case "cfb":
      return division === "fbs" ? "fbs" : undefined;
    case "nba":
    case "mlb":
    case "nhl":
    case "nfl":
      return "all";
  }
};

const lastSeasonOf = (sport: Sport, { name, lastPlayed, league }: RatedTeam): number =>
  seasonOf(sport, { date: lastPlayed, home: name, away: name, league: league ?? undefined });

/** The sides that still play, with the pool in which they meet. */
export const activeSides = (sport: Sport, teams: readonly RatedTeam[]): Side[] => {
  const newest =
    teams
      .map(({ lastPlayed }) => lastPlayed)
      .toSorted()
      .at(-1) ?? "";
  return teams.flatMap((team) => {
    const pool = poolOf(sport, team);
    const isActive =
      team.games >= fewestGames && daysBetween(team.lastPlayed, newest) <= retiredAfterDays;
    if (!pool || !isActive) return [];
    return [
      {
        name: team.name,
        pool,
        season: lastSeasonOf(sport, team),
        ...(team.league && { league: team.league }),
        ...(sport === "cfb" && team.division && { division: team.division }),
      },
    ];
  });
};
