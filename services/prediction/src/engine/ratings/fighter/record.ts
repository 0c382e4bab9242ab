import { logistic } from "../../../domain/math.ts";
import type { FighterRecord, Ratings } from "../../model.ts";
import type { ObservedGame, Params } from "../../types.ts";
import { expected, update, type Estimate } from "../estimate.ts";
import { pointsPerLogit } from "../rating.ts";

const daysPerYear = 365.25;
const halfYear = daysPerYear / 2;
const activeDays = 548;
const monthDays = 30;
const reachStep = 5;

export const newFighter = ({ marketVariance = 1 }: Params): FighterRecord => ({
  elo: 0,
  marketStrength: 0,
  marketVariance,
  priced: 0,
  bouts: 0,
  streak: 0,
  knockoutLosses: 0,
  lastDay: null,
  recentDays: [],
  bornDay: null,
  reach: null,
});

/** The middle of the span of 30 days that contains a day. */
export const middleOfMonth = (day: number): number =>
  (Math.floor(day / monthDays) + 0.5) * monthDays;

/** Age in whole years on a day, from the feed or from earlier bouts; null when neither knows it. */
export const ageOn = (
  { bornDay }: FighterRecord,
  day: number,
  listed: number | undefined,
): number | null => listed ?? (bornDay === null ? null : Math.floor((day - bornDay) / daysPerYear));

/** Days of the bouts that still count as activity on a day. */
export const recentOn = ({ recentDays }: FighterRecord, day: number): number[] =>
  recentDays.filter((fought) => day - fought < activeDays);

/** Years since the last bout, 0 before the first. */
export const yearsSince = ({ lastDay }: FighterRecord, day: number): number =>
  lastDay === null ? 0 : Math.max(0, day - lastDay) / daysPerYear;

/**
 * Writes a finished bout into both records. Parameters: `k` Elo step, `early` extra step of newcomers, `finish` extra
 * weight of a finish, `priceNoise` and `resultNoise` variances of the two observations of the market strength,
 * `resultStep` logits of a full surprise, `boutNoise` and `yearNoise` variance added per bout and per year.
 */
export function observeBout(ratings: Ratings, game: ObservedGame, params: Params): void {
  const { homeResult, day, bout } = game;
  const before = (name: string): FighterRecord => ratings.fighters.get(name) ?? newFighter(params);
  const [home, away] = rate(before(game.home), before(game.away), game, params);
  const record = (
    fighter: FighterRecord,
    result: number | null,
    age: number | undefined,
    reach: number | undefined,
  ): FighterRecord => ({
    ...fighter,
    ...(result !== null && {
      bouts: fighter.bouts + 1,
      streak: nextStreak(fighter.streak, result),
      knockoutLosses: fighter.knockoutLosses + (result === 0 && game.knockout ? 1 : 0),
    }),
    lastDay: middleOfMonth(day),
    recentDays: [...recentOn(fighter, day), middleOfMonth(day)],
    // A listed age of 30 means 30.5 years on average.
    bornDay: age === undefined ? fighter.bornDay : toHalfYear(day - (age + 0.5) * daysPerYear),
    reach: reach === undefined ? fighter.reach : Math.round(reach / reachStep) * reachStep,
  });
  ratings.fighters.set(game.home, record(home, homeResult, bout.homeAge, bout.homeReach));
  const awayResult = homeResult === null ? null : 1 - homeResult;
  ratings.fighters.set(game.away, record(away, awayResult, bout.awayAge, bout.awayReach));
}

/** Both records with the ratings after a result and its closing price; a bout without a result changes none. */
function rate(
  home: FighterRecord,
  away: FighterRecord,
  game: ObservedGame,
  params: Params,
): [FighterRecord, FighterRecord] {
  if (game.homeResult === null) return [home, away];
  const [homeElo, awayElo] = eloAfter(home, away, game, params);
  const [homeStrength, awayStrength] = strengthsAfter(home, away, game, params);
  const next = (
    fighter: FighterRecord,
    elo: number,
    strength: Estimate | undefined,
  ): FighterRecord => ({
    ...fighter,
    elo,
    marketStrength: strength?.mean ?? fighter.marketStrength,
    marketVariance: strength?.variance ?? fighter.marketVariance,
    priced: fighter.priced + (game.marketLogit === null ? 0 : 1),
  });
  return [next(home, homeElo, homeStrength), next(away, awayElo, awayStrength)];
}

/** Elo with larger steps for finishes and for fighters with few bouts. */
function eloAfter(
  home: FighterRecord,
  away: FighterRecord,
  game: ObservedGame,
  params: Params,
): [number, number] {
  const { k = 45, early = 4 } = params;
  const surprise = (game.homeResult ?? 0) - logistic((home.elo - away.elo) / pointsPerLogit);
  const step = ({ bouts }: FighterRecord): number =>
    k * (1 + early / (1 + bouts)) * surprise * weightOf(game, params);
  return [home.elo + step(home), away.elo - step(away)];
}

/** Market strengths after the closing price, where it is known, and then after the result's surprise beside it. */
function strengthsAfter(
  home: FighterRecord,
  away: FighterRecord,
  game: ObservedGame,
  params: Params,
): readonly Estimate[] {
  const { priceNoise = 0.2, resultNoise = 1.2, resultStep = 3 } = params;
  const { boutNoise = 0.1, yearNoise = 0.1 } = params;
  const enter = (sign: 1 | -1, fighter: FighterRecord): Estimate => ({
    sign,
    mean: fighter.marketStrength,
    variance: fighter.marketVariance + (boutNoise + yearNoise * yearsSince(fighter, game.day)),
  });
  const before = [enter(1, home), enter(-1, away)];
  const { marketLogit, homeResult } = game;
  const priced =
    marketLogit === null ? before : update(before, marketLogit - expected(before), priceNoise);
  const surprise = (homeResult ?? 0) - logistic(expected(priced));
  return update(priced, surprise * weightOf(game, params) * resultStep, resultNoise);
}

const weightOf = ({ margin }: ObservedGame, { finish = 0.5 }: Params): number =>
  Math.abs(margin) > 1 ? 1 + finish : 1;

function nextStreak(streak: number, result: number): number {
  if (result === 0.5) return 0;
  return result === 1 ? Math.max(streak, 0) + 1 : Math.min(streak, 0) - 1;
}

const toHalfYear = (day: number): number =>
  Math.round((Math.floor(day / halfYear) + 0.5) * halfYear);
