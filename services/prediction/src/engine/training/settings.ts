import { cfbSettings, nflSettings } from "./settings-football.ts";
import { mlbSettings, nbaSettings, nhlSettings } from "./settings-leagues.ts";
import { soccerSettings, ufcSettings } from "./settings-open.ts";
import type { SportSettings } from "./settings-types.ts";
import type { Sport } from "../types.ts";

/** Hand-set starts near the optimum; bounds keep the simplex where the numbers mean something. */
export const settings: Record<Sport, SportSettings> = {
  soccer: soccerSettings,
  nba: nbaSettings,
  mlb: mlbSettings,
  nhl: nhlSettings,
  ufc: ufcSettings,
  nfl: nflSettings,
  cfb: cfbSettings,
};
