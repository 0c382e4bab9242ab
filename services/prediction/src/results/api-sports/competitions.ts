import type { Sport } from "../../domain/sport.ts";
import { seasonOf } from "../../engine/dates.ts";
import { leagues } from "../../odds-provider/data.ts";

/** Where API-Sports lists the games of a competition. */
export type ApiCompetition = {
  host: string;
  path: "games" | "fixtures" | "fights";
  /** Absent for fights, which are of all promotions. */
  leagueId?: number;
  /** The source's label of the season that contains a date. */
  seasonOf: (date: string) => string;
};

const sports: Record<Exclude<Sport, "soccer">, ApiCompetition> = {
  nfl: american("nfl", 1),
  cfb: american("cfb", 2),
  nba: {
    host: "v1.basketball",
    path: "games",
    leagueId: 12,
    seasonOf: (date) => {
      const ends = seasonOf("nba", { date, home: "", away: "" });
      return `${ends - 1}-${ends}`;
    },
  },
  mlb: { host: "v1.baseball", path: "games", leagueId: 1, seasonOf: (date) => date.slice(0, 4) },
  nhl: {
    host: "v1.hockey",
    path: "games",
    leagueId: 57,
    seasonOf: (date) => String(seasonOf("nhl", { date, home: "", away: "" }) - 1),
  },
  ufc: { host: "v1.mma", path: "fights", seasonOf: (date) => date.slice(0, 4) },
};

/** Ids of soccer leagues by their names in the ratings. */
const leagueIds: Readonly<Record<string, number>> = {
  epl: 39,
  "efl-championship": 40,
  "efl-league-one": 41,
  "efl-league-two": 42,
  "la-liga": 140,
  "la-liga-2": 141,
  "serie-a": 135,
  "serie-b": 136,
  bundesliga: 78,
  "bundesliga-2": 79,
  "ligue-1": 61,
  "ligue-2": 62,
  eredivisie: 88,
  "primeira-liga": 94,
  "belgium-pro": 144,
  "scottish-prem": 179,
  "scottish-champ": 180,
  "turkey-super": 203,
  "greece-super": 197,
  "liga-mx": 262,
  "brazil-serie-a": 71,
  mls: 253,
};

/** Where the games of a sport or soccer league are; undefined for an unknown league. */
export function apiCompetition(sport: Sport, league?: string): ApiCompetition | undefined {
  if (sport !== "soccer") return sports[sport];
  const leagueId = leagueIds[league ?? ""];
  if (leagueId === undefined) return undefined;
  return { host: "v3.football", path: "fixtures", leagueId, seasonOf: soccerSeason(league ?? "") };
}

function american(sport: "nfl" | "cfb", leagueId: number): ApiCompetition {
  const label = (date: string) => String(seasonOf(sport, { date, home: "", away: "" }));
  return { host: "v1.american-football", path: "games", leagueId, seasonOf: label };
}

/** Seasons have the year in which they start. */
function soccerSeason(league: string): (date: string) => string {
  const season = leagues.find((one) => one.league === league);
  const isOneYear = season !== undefined && season.from < season.to;
  return (date) => {
    const year = Number(date.slice(0, 4));
    return String(isOneYear || Number(date.slice(5, 7)) >= 7 ? year : year - 1);
  };
}
