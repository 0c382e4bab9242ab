import { logistic, logit } from "../../domain/math.ts";
import type { Band } from "../../domain/prediction.ts";
import { dateOfDay, dayNumber } from "../dates.ts";
import { byDay, gameFeatures } from "../features/game.ts";
import { blendOf } from "../market/blend.ts";
import { coverOf, marginOf } from "../market/spread.ts";
import { clamp, twoWay } from "../math.ts";
import type { FittedModel } from "../model.ts";
import { pointsPerLogit } from "../ratings/rating.ts";
import type {
  Condition,
  Factors,
  FinishedGame,
  Fixture,
  Forecast,
  GameFeatures,
  Prediction,
  Probabilities,
  ProbabilityRange,
  RatedTeam,
  RestAndLoad,
  TeamFactors,
  SpreadProbability,
} from "../types.ts";
import { readArtifact, walkOf } from "./artifact.ts";
import {
  copyWalk,
  createWalker,
  forecastGame,
  startWalk,
  walkDay,
  walkGames,
  type Walk,
  type Walker,
} from "./walk.ts";

/**
 * A fitted model with ratings. Never changed: `update` returns the next one. `after` contains every observed game,
 * `before` those of the days before `day`, the last one with games: games of one day do not inform each other.
 */
export type ModelState = Readonly<{
  version: string;
  model: FittedModel;
  walker: Walker;
  day: number;
  before: Walk;
  after: Walk;
}>;

/** Elo points at which a strength of zero is shown. */
const shownLevel = 1500;
/** Conditions worth less than this many Elo points are not shown. */
const leastPoints = 0.05;

/** Creates a state from an artifact's JSON. @throws Error when it is not one of this format */
export function loadModel(json: unknown): ModelState {
  const artifact = readArtifact(json);
  const { model, version } = artifact;
  const walker = createWalker(model.sport, model.systems);
  const walk = walkOf(artifact);
  return { version, model, walker, day: dayNumber(model.span.to), before: walk, after: walk };
}

/**
 * The model's probabilities of a game and the numbers behind them, from games of earlier days. A team without games
 * starts at the newcomers' level.
 */
export function probability(state: ModelState, fixture: Fixture): Prediction {
  const { walk, game, forecast } = forecastFixture(state, fixture);
  const { home, draw, away } = forecast;
  return { home, draw, away, factors: factorsOf(state, walk, game, forecast) };
}

/** Probabilities of the home team at its handicap `line`. @throws Error in a sport without a spread model */
export function spreadProbability(
  state: ModelState,
  fixture: Fixture,
  line: number,
): SpreadProbability {
  const { sd } = spreadOf(state);
  const { forecast } = forecastFixture(state, fixture);
  return coverOf(marginOf(forecast.home, sd), sd, line);
}

/** The state after more finished games in date order; `state` itself stays as it is. */
export function update(state: ModelState, games: readonly FinishedGame[]): ModelState {
  const after = copyWalk(state.after);
  let { day, before } = state;
  const days = byDay(games);
  days.forEach((gamesOfDay, i) => {
    const next = dayNumber(gamesOfDay[0]?.date ?? "");
    if (next > day) {
      day = next;
      // Only the last day's ratings are kept apart; those of days between are moved in place.
      before = i === 0 ? state.after : i === days.length - 1 ? copyWalk(after) : after;
    }
    walkDay(state.walker, before, after, gamesOfDay);
  });
  return { ...state, day, before, after };
}

/** The fitted parameters of `state` with ratings from the games before `date` (YYYY-MM-DD) alone. */
export function walkTo(
  state: ModelState,
  games: readonly FinishedGame[],
  date: string,
): ModelState {
  const walk = startWalk(state.walker);
  const end = games.findIndex((game) => game.date >= date);
  walkGames(state.walker, walk, end < 0 ? games : games.slice(0, end));
  return { ...state, day: dayNumber(date), before: walk, after: walk };
}

/** Every rated team, strongest first. */
export const teams = ({ walker, after }: ModelState): RatedTeam[] =>
  [...after.schedules]
    .map(([name, { lastDay, games, league, division }]) => ({
      name,
      rating: round(shownLevel + strengthOf(walker, after, name), 1),
      games,
      lastPlayed: dateOfDay(lastDay),
      league,
      division,
    }))
    .toSorted((a, b) => b.rating - a.rating || (a.name < b.name ? -1 : 1));

/** The newest game of every rated team. */
export const lastGames = ({
  after,
}: ModelState): Pick<RatedTeam, "name" | "lastPlayed" | "league">[] =>
  [...after.schedules].map(([name, { lastDay, league }]) => ({
    name,
    lastPlayed: dateOfDay(lastDay),
    league,
  }));

/** Pools model and market by the weights fitted on past games. */
export const blend = (
  { model: { blend: weights } }: ModelState,
  model: Probabilities,
  market: Probabilities,
): Probabilities => blendOf(weights, { model, market });

/** Pools the probabilities to cover of model and market, without pushes. @throws Error in a sport without a spread model */
export function blendSpread(state: ModelState, modelCover: number, marketCover: number): number {
  const { weight } = spreadOf(state);
  const covers = { market: twoWay(marketCover), model: twoWay(modelCover) };
  return blendOf({ market: 1, model: weight }, covers).home;
}

/** The 80 % range of a probability: its logit ± the distance of model and market in four of five back-test games. */
export function likelyRange({ model }: ModelState, p: number): ProbabilityRange {
  const center = logit(clamp(p));
  return { low: logistic(center - model.logitRange), high: logistic(center + model.logitRange) };
}

/** Outcomes of the back-test's predictions near a probability. */
export function bandOf({ model: { backTest } }: ModelState, p: number): Band {
  const inside = backTest.bands.find(({ to }) => p < to) ?? backTest.bands.at(-1);
  return inside ?? { from: 0, to: 1, n: 0, won: 0 };
}

const round = (x: number, digits: number): number => Number(x.toFixed(digits));

function forecastFixture({ walker, day, before, after }: ModelState, fixture: Fixture) {
  const walk = dayNumber(fixture.date) > day ? after : before;
  const game = gameFeatures(walker.sport, walk.schedules, fixture);
  return { walk, game, forecast: forecastGame(walker, walk, game) };
}

function spreadOf({ model: { spread, sport } }: ModelState) {
  if (spread === null) throw new Error(`no spread model is fitted for ${sport}`);
  return spread;
}

function factorsOf(
  { model }: ModelState,
  walk: Walk,
  game: GameFeatures,
  forecast: Forecast,
): Factors {
  const { homePoints, awayPoints, homeAdvantage, schedule } = forecast;
  const sd = model.spread?.sd ?? null;
  return {
    home: teamFactors(walk, game.home, homePoints, game.homeRest),
    away: teamFactors(walk, game.away, awayPoints, game.awayRest),
    ratingGap: round(homePoints - awayPoints, 1),
    homeAdvantage: round(homeAdvantage, 1),
    schedule: round(schedule, 1),
    conditions: conditionsOf(forecast),
    pricedShare: round(game.pricedShare, 2),
    totalPoints:
      forecast.draw === null
        ? round(logit(forecast.home) * pointsPerLogit, 1)
        : round(homePoints - awayPoints + homeAdvantage + schedule, 1),
    expectedMargin: sd === null ? null : round(marginOf(forecast.home, sd), 1),
    marginSd: sd === null ? null : round(sd, 1),
  };
}

const teamFactors = (
  { schedules }: Walk,
  name: string,
  points: number,
  rest: RestAndLoad,
): TeamFactors => ({
  rating: round(shownLevel + points, 1),
  games: rest.games,
  restDays: rest.restDays,
  backToBack: rest.backToBack,
  form: [...(schedules.get(name)?.form ?? [])],
  ratedOn: rest.lastDay === null ? null : dateOfDay(rest.lastDay),
});

const conditionsOf = ({ explain }: Forecast): Condition[] =>
  explain()
    .filter(({ points }) => Math.abs(points) >= leastPoints)
    .map(({ name, points, home, away }) => ({
      name,
      points: round(points, 1),
      home: home === null ? null : round(home, 1),
      away: away === null ? null : round(away, 1),
    }))
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));

/** A team's strength in Elo points as it would enter a game against itself on neutral ground. */
function strengthOf(walker: Walker, walk: Walk, name: string): number {
  const past = walk.schedules.get(name);
  if (past === undefined) return 0;
  const game = gameFeatures(walker.sport, walk.schedules, {
    date: dateOfDay(past.lastDay),
    home: name,
    away: name,
    neutral: true,
    league: past.league ?? undefined,
  });
  return forecastGame(walker, walk, game).homePoints;
}
