import { dayNumber, seasonOf } from "./calendar.ts";
import { beforeGame, playGame, type Calendar, type SideSchedule } from "./schedule.ts";
import { termsOf } from "./terms.ts";
import type { FinishedGame, Fixture, Sport } from "./types.ts";

/** A fixture as the ratings see it: numbers only, nothing that is known after the start. */
export type Match = {
  home: string;
  away: string;
  day: number;
  season: number;
  neutral: boolean;
  homeGroup: string;
  awayGroup: string;
  homeSchedule: SideSchedule;
  awaySchedule: SideSchedule;
  /** Values of the sport's schedule terms, in the order of `termNames`. */
  terms: readonly number[];
};

/** What a finished match teaches; `score` is the home side's share (1, ½, 0), null when void. */
export type Lesson = { score: number | null; margin: number };

/** A finished match with its place in the walk. */
export type PlayedMatch = Match & Lesson;

/**
 * The pool a side is rated in: soccer league, CFB division, else the whole sport. Where the fixture
 * does not say, the side's last game does; a school of no known division starts among the first.
 */
const groupOf = (
  sport: Sport,
  named: string | undefined,
  last: string | null | undefined,
): string => {
  if (sport === "soccer") return named ?? last ?? "";
  if (sport === "cfb") return (named ?? last ?? "fbs") === "fbs" ? "fbs" : "fcs";
  return "";
};

/** Describes a fixture from the calendar as it stood before it. */
export const describeMatch = (sport: Sport, calendar: Calendar, game: Fixture): Match => {
  const day = dayNumber(game.date);
  const homeSchedule = beforeGame(calendar, game.home, day);
  const awaySchedule = beforeGame(calendar, game.away, day);
  const group = (side: string, division: string | undefined): string => {
    const past = calendar.get(side);
    return sport === "soccer"
      ? groupOf(sport, game.league, past?.league)
      : groupOf(sport, division, past?.division);
  };
  return {
    home: game.home,
    away: game.away,
    day,
    season: game.season ?? seasonOf(sport, game),
    neutral: sport === "ufc" || game.neutral === true,
    homeGroup: group(game.home, game.homeDivision),
    awayGroup: group(game.away, game.awayDivision),
    homeSchedule,
    awaySchedule,
    terms: termsOf[sport](game, homeSchedule, awaySchedule),
  };
};

/** What a result teaches: a finish in UFC counts as a wider margin than a decision. */
export const lessonOf = ({ result }: FinishedGame): Lesson => {
  if (result.kind === "bout") {
    if (result.winner === "none") return { score: null, margin: 0 };
    if (result.winner === "draw") return { score: 0.5, margin: 0 };
    const size = result.finish ? 2 : 1;
    return result.winner === "home" ? { score: 1, margin: size } : { score: 0, margin: -size };
  }
  const margin = result.home - result.away;
  return { score: margin > 0 ? 1 : margin < 0 ? 0 : 0.5, margin };
};

/** Walks the calendar over games in order, describing each from what came before it. */
export const playedMatches = (
  sport: Sport,
  calendar: Calendar,
  games: readonly FinishedGame[],
): PlayedMatch[] =>
  games.map((game) => {
    const match = describeMatch(sport, calendar, game);
    const lesson = lessonOf(game);
    playGame(calendar, game, match.day, lesson.score);
    return { ...match, ...lesson };
  });
