import type { FinishedGame, Form } from "../types.ts";

/** What is kept of one side between games; entries are replaced, never changed in place. */
export type SideRecord = {
  lastDay: number;
  /** Day numbers of the games of the last seven days, oldest first. */
  recentDays: readonly number[];
  games: number;
  form: Readonly<Form>;
  league: string | null;
  division: string | null;
  /** Share (0–1) of the latest games whose closing price was known. */
  pricedShare: number;
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
  pricedShare: number;
};

/** Days back from a game in which earlier ones count as its load. */
export const week = 7;
/** Longer breaks are season breaks, not rest. */
const longestRest = 30;
const formLength = 5;
/** How much of the priced share an earlier game keeps when another one follows. */
const priceMemory = 0.8;

const unseen: SideSchedule = {
  games: 0,
  lastDay: null,
  restDays: null,
  backToBack: false,
  load: 0,
  // Nothing is known against it: the other side decides.
  pricedShare: 1,
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
    pricedShare: record.pricedShare,
  };
};

const letter = (share: number): Form[number] => (share > 0.5 ? "W" : share < 0.5 ? "L" : "D");

const remember = (past: number | undefined, latest: number): number =>
  past === undefined ? latest : priceMemory * past + (1 - priceMemory) * latest;

/** Writes a finished game into both sides' records; `score` is the home side's share, null when void. */
export const playGame = (
  calendar: Calendar,
  game: FinishedGame,
  day: number,
  { score, lean }: { score: number | null; lean: number | null },
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
      pricedShare: remember(past?.pricedShare, lean === null ? 0 : 1),
    });
  };
  write(game.home, score, game.homeDivision);
  write(game.away, score === null ? null : 1 - score, game.awayDivision);
};
