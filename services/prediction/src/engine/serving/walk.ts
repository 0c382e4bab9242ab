import { makeComponent } from "../ratings/rating-system.ts";
import { describeMatch, lessonOf, type Match } from "../features/match.ts";
import { pool } from "../market/pool.ts";
import {
  copyRatings,
  noRatings,
  type Component,
  type Outlook,
  type Params,
} from "../ratings/rating.ts";
import type { Ratings } from "../ratings/rating.ts";
import { playGame, type Calendar } from "../features/schedule.ts";
import type { ComponentName } from "../training/settings-types.ts";
import type { Condition, FinishedGame, Fixture, Probabilities, Sport } from "../types.ts";

/** A fitted rating system and its weight in the sport's model. */
export type FittedComponent = Readonly<{
  name: ComponentName;
  weight: number;
  /** Weight where past games had no prices to learn from. */
  unpricedWeight: number;
  params: Params;
}>;

/** Where a walk over games stands: what is known of every side, and one set of ratings per component. */
export type Walk = { calendar: Calendar; ratings: Ratings[] };

/** A sport's model before any game: how to expect and how to learn. */
export type Walker = {
  sport: Sport;
  components: readonly Readonly<{
    weight: number;
    unpricedWeight: number;
    component: Component;
  }>[];
};

/** The pooled expectation of all components; points are weighted sums that keep adding up. */
export type PooledOutlook = Probabilities & {
  homePoints: number;
  awayPoints: number;
  homeAdvantage: number;
  schedule: number;
  /** What `schedule` is made of, over all components. */
  explain: () => Condition[];
  outlooks: readonly Outlook[];
};

/** Builds a sport's walker from its fitted components. */
export const makeWalker = (sport: Sport, fitted: readonly FittedComponent[]): Walker => ({
  sport,
  components: fitted.map(({ name, weight, unpricedWeight, params }) => ({
    weight,
    unpricedWeight,
    component: makeComponent(name, sport, params),
  })),
});

/** A walk before its first game. */
export const startWalk = ({ components }: Walker): Walk => ({
  calendar: new Map(),
  ratings: components.map(noRatings),
});

/** A copy that can be walked on without touching the original. */
export const copyWalk = ({ calendar, ratings }: Walk): Walk => ({
  calendar: new Map(calendar),
  ratings: ratings.map(copyRatings),
});

/** What all components together expect of a match that has not been walked yet. */
export const expectMatch = ({ components }: Walker, walk: Walk, match: Match): PooledOutlook => {
  const { pricedShare } = match;
  const parts = components.map(({ weight, unpricedWeight, component }, i) => ({
    weight: pricedShare * weight + (1 - pricedShare) * unpricedWeight,
    opinion: component.expect(walk.ratings[i] ?? noRatings(), match),
  }));
  const sum = (of: (outlook: Outlook) => number): number =>
    parts.reduce((total, { weight, opinion }) => total + weight * of(opinion), 0);
  return {
    ...pool(parts),
    homePoints: sum((outlook) => outlook.homePoints),
    awayPoints: sum((outlook) => outlook.awayPoints),
    homeAdvantage: sum((outlook) => outlook.homeAdvantage),
    schedule: sum((outlook) => outlook.schedule),
    explain: () => conditionsOf(parts),
    outlooks: parts.map(({ opinion }) => opinion),
  };
};

/** The weighted conditions of all parts, each name once with its worth summed. */
const conditionsOf = (parts: readonly { weight: number; opinion: Outlook }[]): Condition[] => {
  const byName = new Map<string, Condition>();
  for (const { weight, opinion } of parts) {
    if (weight === 0) continue;
    for (const condition of opinion.explain()) {
      const points = weight * condition.points + (byName.get(condition.name)?.points ?? 0);
      byName.set(condition.name, { ...condition, points });
    }
  }
  return [...byName.values()];
};

/** Walks one finished game: predicts it, then learns it; returns what was expected before it. */
export const stepWalk = (walker: Walker, walk: Walk, game: FinishedGame): PooledOutlook => {
  const match = describeMatch(walker.sport, walk.calendar, game);
  const lesson = lessonOf(walker.sport, game);
  const outlook = expectMatch(walker, walk, match);
  for (const { learn } of outlook.outlooks) learn({ ...match, ...lesson });
  playGame(walk.calendar, game, match.day, lesson);
  return outlook;
};

/** The expectation of a fixture as the walk stands. */
export const expectFixture = (
  walker: Walker,
  walk: Walk,
  fixture: Fixture,
): { match: Match; outlook: PooledOutlook } => {
  const match = describeMatch(walker.sport, walk.calendar, fixture);
  return { match, outlook: expectMatch(walker, walk, match) };
};
