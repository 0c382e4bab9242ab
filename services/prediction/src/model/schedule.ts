import type { FinishedGame, Form } from "./types.ts";

/** What is kept of one side between games; entries are replaced, never changed in place. */
export type SideRecord = {
  lastDay: number;
  /** Day numbers of the games of the last seven days, oldest first. */
  recentDays: readonly number[];
  games: number;
  form: Readonly<Form>;
  league: string | null;
  division: string | null;
};

/** Every side's record by name. */
export type Calendar = Map<string, SideRecord>;

/** A side's schedule as it stands before a game. */
export type SideSchedule = {
  games: number;
  lastDay: number | null;
  restDays: number | null;
  backToBack: boolean;
  /** Games in the seven days before. */
  load: number;
};

const week = 7;
/** Longer breaks are season breaks, not rest. */
const longestRest = 30;
const formLength = 5;

const unseen: SideSchedule = {
  games: 0,
  lastDay: null,
  restDays: null,
  backToBack: false,
  load: 0,
};

/** A side's rest, load and experience before a game on `day`. */
export const beforeGame = (calendar: Calendar, side: string, day: number): SideSchedule => {
  const record = calendar.get(side);
  if (record === undefined) return unseen;
  const gap = day - record.lastDay;
  return {
    games: record.games,
    lastDay: record.lastDay,
    restDays: gap >= 0 && gap <= longestRest ? gap : null,
    backToBack: gap === 1,
    load: record.recentDays.filter((played) => day - played <= week && played < day).length,
  };
};

const letter = (share: number): Form[number] => (share > 0.5 ? "W" : share < 0.5 ? "L" : "D");

/** Writes a finished game into both sides' records; `score` is the home side's share, null when void. */
export const playGame = (
  calendar: Calendar,
  game: FinishedGame,
  day: number,
  score: number | null,
): void => {
  const write = (side: string, share: number | null, division: string | undefined): void => {
    const past = calendar.get(side);
    const recent = past === undefined ? [] : past.recentDays.filter((d) => day - d < week);
    const form = past?.form ?? [];
    calendar.set(side, {
      lastDay: day,
      recentDays: [...recent, day],
      games: (past?.games ?? 0) + 1,
      form: share === null ? form : [...form, letter(share)].slice(-formLength),
      league: game.league ?? null,
      division: division ?? game.weightClass ?? past?.division ?? null,
    });
  };
  write(game.home, score, game.homeDivision);
  write(game.away, score === null ? null : 1 - score, game.awayDivision);
};
