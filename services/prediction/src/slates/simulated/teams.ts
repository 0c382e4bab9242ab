import { createHash } from "node:crypto";
import type { Sport } from "../../domain/sport.ts";
import { seasonOf } from "../../engine/dates.ts";
import type { RatedTeam } from "../../engine/types.ts";
import { daysBetween } from "../../domain/dates.ts";

/** A side that may play in the simulated season; sides meet within their pool. `season` is its last one. */
export type Side = {
  name: string;
  pool: string;
  season: number;
  rating: number;
  /** A number drawn evenly from the name, by which fighters take turns. */
  turn: number;
  league?: string;
  division?: string;
};

/** A side that has not played for this many days before the newest result of its sport has retired. */
const retiredAfterDays = 400;
/** Fewer games than this and a rating is mostly its starting value. */
const fewestGames = 5;
/** Bouts outside the weight classes say nothing about whom a fighter meets next. */
const noWeightClass = /catch|open/i;

const poolOf = (sport: Sport, { league, division }: RatedTeam): string | undefined => {
  switch (sport) {
    case "soccer":
      return league ?? undefined;
    case "ufc":
      return division && !noWeightClass.test(division) ? division : undefined;
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

const turnOf = (name: string): number => createHash("sha256").update(name).digest().readUInt16LE(0);

/** The sides that still play, with the pool in which they meet: league, weight class (and gender), division. */
export const activeSides = (sport: Sport, teams: readonly RatedTeam[]): Side[] => {
  const newest = teams.reduce(
    (last, { lastPlayed }) => (lastPlayed > last ? lastPlayed : last),
    "",
  );
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
        rating: team.rating,
        turn: turnOf(team.name),
        ...(team.league && { league: team.league }),
        ...(sport === "cfb" && team.division && { division: team.division }),
      },
    ];
  });
};
