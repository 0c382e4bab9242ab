import { createHash } from "node:crypto";
import { daysBetween } from "../../domain/dates.ts";
import type { Sport } from "../../domain/sport.ts";
import { seasonOf } from "../../engine/dates.ts";
import type { RatedTeam } from "../../engine/types.ts";

/** A team, or a fighter, of the simulated season; opponents come from the same pool. */
export type SeasonTeam = {
  name: string;
  /** League, weight class (with gender) or division. */
  pool: string;
  /** The last season that was rated. */
  season: number;
  rating: number;
  /** A number drawn evenly from the name; it decides in which weeks a fighter has a bout. */
  turn: number;
  league: string | undefined;
  division: string | undefined;
};

/** A team has retired if its last game is this many days older than the newest result of its sport. */
const retiredAfterDays = 400;
/** With fewer games a rating is mostly its starting value. */
const fewestGames = 5;
/** Bouts outside the weight classes do not say whom a fighter meets next. */
const noWeightClass = /catch|open/i;

export function activeTeams(sport: Sport, teams: readonly RatedTeam[]): SeasonTeam[] {
  const newest = teams.map(({ lastPlayed }) => lastPlayed).reduce((a, b) => (a > b ? a : b), "");
  return teams.flatMap((team) => {
    const { name, lastPlayed, rating } = team;
    const pool = poolOf(sport, team);
    const isActive =
      team.games >= fewestGames && daysBetween(lastPlayed, newest) <= retiredAfterDays;
    if (!pool || !isActive) return [];
    const league = team.league ?? undefined;
    const season = seasonOf(sport, { date: lastPlayed, home: name, away: name, league });
    const turn = createHash("sha256").update(name).digest().readUInt16LE(0);
    const division = sport === "cfb" ? (team.division ?? undefined) : undefined;
    return [{ name, pool, season, rating, turn, league, division }];
  });
}

function poolOf(sport: Sport, { league, division }: RatedTeam): string | undefined {
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
}
