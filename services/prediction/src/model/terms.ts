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

type Terms = (game: Fixture, home: SideSchedule, away: SideSchedule) => readonly number[];

const noTerms: Terms = () => [];
const flag = (yes: boolean): number => (yes ? 1 : 0);

const bye = ({ restDays }: SideSchedule): number =>
  flag(restDays !== null && restDays >= 12 && restDays <= 29);

const shortWeek = ({ restDays }: SideSchedule): number => flag(restDays !== null && restDays <= 5);

const playoff = ({ postseason, neutral }: Fixture): number =>
  flag(postseason === true && neutral !== true);

const altitude = ({ home, neutral }: Fixture): number =>
  flag(highHomes.has(home) && neutral !== true);

const tired: Terms = (_game, home, away) => [
  flag(home.backToBack),
  flag(away.backToBack),
  home.load - away.load,
];

/** Values of each sport's terms for one fixture, from facts known before it starts. */
export const termsOf: Record<Sport, Terms> = {
  nfl: (game, home, away) => [
    bye(home) - bye(away),
    shortWeek(home) - shortWeek(away),
    playoff(game),
  ],
  nba: (game, home, away) => [...tired(game, home, away), altitude(game), playoff(game)],
  nhl: tired,
  mlb: noTerms,
  cfb: noTerms,
  soccer: noTerms,
  ufc: noTerms,
};
