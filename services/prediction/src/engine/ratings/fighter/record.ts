import type { Params } from "../rating.ts";

/** What is kept of one fighter between bouts; entries are replaced, never changed in place. */
export type Career = Readonly<{
  /** Elo points won and lost, from 0. */
  elo: number;
  /** Strength on the logit scale that closing prices and results of past bouts agree on, and its variance. */
  lean: number;
  leanVariance: number;
  /** Bouts whose closing price is known. */
  priced: number;
  /** Bouts with a winner or a draw. */
  bouts: number;
  /** Wins in a row, or losses in a row as a negative number. */
  streak: number;
  knockoutLosses: number;
  /** When the last bout was, and those of the last 18 months: each the middle of its `spanDays`. */
  lastDay: number | null;
  recentDays: readonly number[];
  /** Middle of the half year of birth as far as the ages of past bouts tell, and reach in steps of 5 cm. */
  bornDay: number | null;
  reach: number | null;
}>;

/**
 * What is kept of a fighter is coarser than what is known of a bout, so that the artefact tells no bouts: too few
 * days to matter to a layoff, too many to say who met whom.
 */
const spanDays = 30;
const reachStep = 5;

/** The middle of the span of a month that a day lies in. */
export const inSpan = (day: number): number => (Math.floor(day / spanDays) + 0.5) * spanDays;

/** A fighter before the first bout. */
export const newCareer = ({ leanVariance = 1 }: Params): Career => ({
  elo: 0,
  lean: 0,
  leanVariance,
  priced: 0,
  bouts: 0,
  streak: 0,
  knockoutLosses: 0,
  lastDay: null,
  recentDays: [],
  bornDay: null,
  reach: null,
});

const daysPerYear = 365.25;
const halfYear = daysPerYear / 2;
const activeDays = 548;

/** Age in whole years on a day, from the feed or from earlier bouts; null when nobody ever told. */
export const ageOn = ({ bornDay }: Career, day: number, told: number | undefined): number | null =>
  told ?? (bornDay === null ? null : Math.floor((day - bornDay) / daysPerYear));

/** Days of bouts that still count as activity on a day. */
export const recentOn = ({ recentDays }: Career, day: number): number[] =>
  recentDays.filter((fought) => day - fought < activeDays);

/** Years since the last bout, 0 before the first. */
export const yearsSince = ({ lastDay }: Career, day: number): number =>
  lastDay === null ? 0 : Math.max(0, day - lastDay) / daysPerYear;

const nextStreak = (streak: number, share: number): number => {
  if (share === 0.5) return 0;
  return share === 1 ? Math.max(streak, 0) + 1 : Math.min(streak, 0) - 1;
};

const toHalfYear = (day: number): number =>
  Math.round((Math.floor(day / halfYear) + 0.5) * halfYear);

/** The record after a bout of which the fighter won `share` (1, ½, 0, null when void). */
export const recordBout = (
  career: Career,
  day: number,
  {
    share,
    knockout,
    age,
    reach,
  }: {
    share: number | null;
    knockout: boolean;
    age: number | undefined;
    reach: number | undefined;
  },
): Career => ({
  ...career,
  ...(share !== null && {
    bouts: career.bouts + 1,
    streak: nextStreak(career.streak, share),
    knockoutLosses: career.knockoutLosses + (share === 0 && knockout ? 1 : 0),
  }),
  lastDay: inSpan(day),
  recentDays: [...recentOn(career, day), inSpan(day)],
  // Somebody told to be 30 is half a year older on average.
  bornDay: age === undefined ? career.bornDay : toHalfYear(day - (age + 0.5) * daysPerYear),
  reach: reach === undefined ? career.reach : Math.round(reach / reachStep) * reachStep,
});
