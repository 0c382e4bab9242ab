import { readArtefact, walkOf } from "./artefact.ts";
import { dateOf } from "../dates.ts";
import type { Match } from "../features/match.ts";
import type { FittedModel } from "../training/model.ts";
import { logit, pointsPerLogit } from "../ratings/rating.ts";
import type { SideSchedule } from "../features/schedule.ts";
import { coverOf, marginOf } from "../market/spread.ts";
import {
  copyWalk,
  expectFixture,
  makeWalker,
  stepWalk,
  type PooledOutlook,
  type Walk,
  type Walker,
} from "./walk.ts";
import type {
  Condition,
  Factors,
  FinishedGame,
  Fixture,
  Prediction,
  RatedTeam,
  SideFactors,
  SpreadProbability,
} from "../types.ts";

/** A fitted model with ratings as of some date. Never changed: `update` gives the next one. */
export type ModelState = Readonly<{
  version: string;
  model: FittedModel;
  walker: Walker;
  walk: Walk;
}>;

/** Level that a strength of zero is shown as. */
const shownLevel = 1500;
const round = (x: number, digits: number): number => Number(x.toFixed(digits));

/** Makes a state from an artefact's JSON data. @throws Error when it is not one of this format. */
export const loadModel = (json: unknown): ModelState => {
  const artefact = readArtefact(json);
  const { model, version } = artefact;
  return {
    version,
    model,
    walker: makeWalker(model.sport, model.components),
    walk: walkOf(artefact),
  };
};

const sideFactors = (
  { walk }: ModelState,
  name: string,
  points: number,
  schedule: SideSchedule,
): SideFactors => ({
  rating: round(shownLevel + points, 1),
  games: schedule.games,
  restDays: schedule.restDays,
  backToBack: schedule.backToBack,
  form: [...(walk.calendar.get(name)?.form ?? [])],
  ratedOn: schedule.lastDay === null ? null : dateOf(schedule.lastDay),
});

/** Conditions worth less than this many Elo points are not told. */
const leastPoints = 0.05;

const conditionsOf = ({ explain }: PooledOutlook): Condition[] =>
  explain()
    .filter(({ points }) => Math.abs(points) >= leastPoints)
    .map(({ name, points, home, away }) => ({
      name,
      points: round(points, 1),
      home: home === null ? null : round(home, 1),
      away: away === null ? null : round(away, 1),
    }))
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));

const factorsOf = (state: ModelState, match: Match, outlook: PooledOutlook): Factors => {
  const { homePoints, awayPoints, homeAdvantage, schedule } = outlook;
  const sd = state.model.spread?.sd ?? null;
  return {
    home: sideFactors(state, match.home, homePoints, match.homeSchedule),
    away: sideFactors(state, match.away, awayPoints, match.awaySchedule),
    ratingGap: round(homePoints - awayPoints, 1),
    homeAdvantage: round(homeAdvantage, 1),
    schedule: round(schedule, 1),
    conditions: conditionsOf(outlook),
    pricedShare: round(match.pricedShare, 2),
    totalPoints:
      outlook.draw === null
        ? round(logit(outlook.home) * pointsPerLogit, 1)
        : round(homePoints - awayPoints + homeAdvantage + schedule, 1),
    expectedMargin: sd === null ? null : round(marginOf(outlook.home, sd), 1),
    marginSd: sd === null ? null : round(sd, 1),
  };
};

/** The model's probabilities of a game and the numbers behind them; a side never seen starts at the newcomers' level. */
export const probability = (state: ModelState, fixture: Fixture): Prediction => {
  const { match, outlook } = expectFixture(state.walker, state.walk, fixture);
  const { home, draw, away } = outlook;
  return { home, draw, away, factors: factorsOf(state, match, outlook) };
};

/** Whether a spread model was fitted for the sport. */
export const hasSpreads = ({ model }: ModelState): boolean => model.spread !== null;

/** Chances of the home side at its handicap `line`. @throws Error where no spread model was fitted. */
export const spreadProbability = (
  state: ModelState,
  fixture: Fixture,
  line: number,
): SpreadProbability => {
  const { spread, sport } = state.model;
  if (spread === null) throw new Error(`no spread model is fitted for ${sport}`);
  const { outlook } = expectFixture(state.walker, state.walk, fixture);
  return coverOf(marginOf(outlook.home, spread.sd), spread.sd, line);
};

/** The state after one more finished game; the given state stays as it was. */
export const update = (state: ModelState, game: FinishedGame): ModelState => {
  const walk = copyWalk(state.walk);
  stepWalk(state.walker, walk, game);
  return { ...state, walk };
};

/** Every rated side at the end of the walk, strongest first. */
export const teams = ({ walker, walk }: ModelState): RatedTeam[] =>
  [...walk.calendar]
    .map(([name, { lastDay, games, league, division }]) => ({
      name,
      rating: round(shownLevel + strengthOf(walker, walk, name), 1),
      games,
      lastPlayed: dateOf(lastDay),
      league,
      division,
    }))
    .toSorted((a, b) => b.rating - a.rating || (a.name < b.name ? -1 : 1));

/** A side's strength in Elo points, as it would enter a game against itself on neutral ground. */
const strengthOf = (walker: Walker, walk: Walk, name: string): number => {
  const record = walk.calendar.get(name);
  if (record === undefined) return 0;
  const { outlook } = expectFixture(walker, walk, {
    date: dateOf(record.lastDay),
    home: name,
    away: name,
    neutral: true,
    league: record.league ?? undefined,
  });
  return outlook.homePoints;
};
