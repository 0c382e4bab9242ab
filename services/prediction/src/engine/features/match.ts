import { dayNumber, seasonOf } from "../dates.ts";
import { leanOf } from "../market/market-logit.ts";
import { beforeGame, playGame, type Calendar, type SideSchedule } from "./schedule.ts";
import { starterName } from "../ratings/starters.ts";
import { termsOf } from "./schedule-features.ts";
import type { FinishedGame, Fixture, Sport } from "../types.ts";

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
  /** Listed starting pitchers, null where none is known. */
  homeStarter: string | null;
  awayStarter: string | null;
  /** Share (0–1) of the latest games of the side with fewer known closing prices that had one. */
  pricedShare: number;
  /** What the feed says of two fighters; anything may be missing. */
  bout: Pick<Fixture, "homeAge" | "awayAge" | "homeReach" | "awayReach" | "redCorner">;
};

/** What a finished match teaches; `score` is the home side's share (1, ½, 0), null when void. */
export type Lesson = {
  score: number | null;
  margin: number;
  /** Lean of the closing price towards the home side, as a logit; null without a price. */
  lean: number | null;
  knockout: boolean;
};

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
    homeStarter: starterName(game.homeStarter),
    awayStarter: starterName(game.awayStarter),
    pricedShare: Math.min(homeSchedule.pricedShare, awaySchedule.pricedShare),
    bout: game,
  };
};

/** What a result and its closing price teach: a finish in UFC counts as a wider margin than a decision. */
export const lessonOf = (sport: Sport, game: FinishedGame): Lesson => {
  const { result } = game;
  const lean = leanOf(sport, game);
  if (result.kind === "score") {
    const margin = result.home - result.away;
    const score = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
    return { score, margin, lean, knockout: false };
  }
  const knockout = result.knockout === true;
  if (result.winner === "none") return { score: null, margin: 0, lean, knockout: false };
  if (result.winner === "draw") return { score: 0.5, margin: 0, lean, knockout: false };
  const size = result.finish ? 2 : 1;
  return result.winner === "home"
    ? { score: 1, margin: size, lean, knockout }
    : { score: 0, margin: -size, lean, knockout };
};

/** Walks the calendar over games in order, describing each from what came before it. */
export const playedMatches = (
  sport: Sport,
  calendar: Calendar,
  games: readonly FinishedGame[],
): PlayedMatch[] =>
  games.map((game) => {
    const match = describeMatch(sport, calendar, game);
    const lesson = lessonOf(sport, game);
    playGame(calendar, game, match.day, lesson);
    return { ...match, ...lesson };
  });
