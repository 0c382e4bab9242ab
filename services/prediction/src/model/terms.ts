import type { SideSchedule } from "./schedule.ts";
import type { Fixture, Sport } from "./types.ts";

/** Homes above 1,200 m, where visitors tire. */
const highHomes = new Set(["Denver Nuggets", "Utah Jazz"]);

/** Names of each sport's schedule terms; a positive term speaks for the home side when its weight is positive. */
export const termNames: Record<Sport, readonly string[]> = {
  nfl: ["bye", "shortWeek", "playoff"],
  nba: ["homeBackToBack", "awayBackToBack", "load", "altitude", "playoff"],
  nhl: ["homeBackToBack", "awayBackToBack", "load"],
  mlb: [],
  cfb: [],
  soccer: [],
  ufc: [],
};

const none: readonly number[] = [];
const flag = (yes: boolean): number => (yes ? 1 : 0);

const bye = ({ restDays }: SideSchedule): number =>
  flag(restDays !== null && restDays >= 12 && restDays <= 29);

const shortWeek = ({ restDays }: SideSchedule): number => flag(restDays !== null && restDays <= 5);

/** Values of the sport's terms for one fixture, from facts known before it starts. */
export const termsOf = (
  sport: Sport,
  game: Fixture,
  home: SideSchedule,
  away: SideSchedule,
): readonly number[] => {
  const playoff = flag(game.postseason === true && game.neutral !== true);
  const tired = [flag(home.backToBack), flag(away.backToBack), home.load - away.load];
  switch (sport) {
    case "nfl":
      return [bye(home) - bye(away), shortWeek(home) - shortWeek(away), playoff];
    case "nba":
      return [...tired, flag(highHomes.has(game.home) && game.neutral !== true), playoff];
    case "nhl":
      return tired;
    default:
      return none;
  }
};
