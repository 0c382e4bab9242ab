import type { Sport } from "../../domain/sport.ts";
import { byDay, gameFeatures, observationOf } from "../features/game.ts";
import { recordGame } from "../features/schedule.ts";
import { pool } from "../market/blend.ts";
import type { FittedRatingSystem, Ratings, TeamSchedules } from "../model.ts";
import { copyRatings, noRatings, type RatingSystem } from "../ratings/rating.ts";
import { createRatingSystem } from "../ratings/rating-system.ts";
import type { Condition, FinishedGame, Forecast, GameFeatures } from "../types.ts";

/** A sport's model before any game. */
export type Walker = {
  sport: Sport;
  systems: readonly Readonly<{ weight: number; unpricedWeight: number; system: RatingSystem }>[];
};

/** What is known after some games: every team's schedule, and one set of ratings per rating system. */
export type Walk = { schedules: TeamSchedules; ratings: Ratings[] };

export const createWalker = (sport: Sport, fitted: readonly FittedRatingSystem[]): Walker => ({
  sport,
  systems: fitted.map(({ name, weight, unpricedWeight, params }) => ({
    weight,
    unpricedWeight,
    system: createRatingSystem(name, sport, params),
  })),
});

export const startWalk = ({ systems }: Walker): Walk => ({
  schedules: new Map(),
  ratings: systems.map(noRatings),
});

/** A copy that can be walked on without touching the original. */
export const copyWalk = ({ schedules, ratings }: Walk): Walk => ({
  schedules: new Map(schedules),
  ratings: ratings.map(copyRatings),
});

/** Walks finished games in date order and returns the forecast of each, made from the games of earlier days. */
export const walkGames = (walker: Walker, walk: Walk, games: readonly FinishedGame[]): Forecast[] =>
  byDay(games).flatMap((day) => walkDay(walker, walk, walk, day));

/** Forecasts the games of one day from `before`, then observes all of them in `after`, which may be the same walk. */
export function walkDay(
  { sport, ...walker }: Walker,
  before: Walk,
  after: Walk,
  games: readonly FinishedGame[],
): Forecast[] {
  const features = games.map((game) => gameFeatures(sport, before.schedules, game));
  const forecasts = features.map((game) => forecastGame({ sport, ...walker }, before, game));
  games.forEach((game, i) => {
    const known = features[i];
    if (known === undefined) return;
    const observation = observationOf(sport, game);
    walker.systems.forEach(({ system }, s) => {
      const ratings = after.ratings[s];
      if (ratings) system.observe(ratings, { ...known, ...observation });
    });
    recordGame(after.schedules, game, known.day, observation);
  });
  return forecasts;
}

/** The pooled forecast of all rating systems; points are weighted sums, so that they still add up. */
export function forecastGame({ systems }: Walker, walk: Walk, game: GameFeatures): Forecast {
  const { pricedShare } = game;
  const parts = systems.map(({ weight, unpricedWeight, system }, i) => ({
    weight: pricedShare * weight + (1 - pricedShare) * unpricedWeight,
    forecast: system.forecast(walk.ratings[i] ?? noRatings(), game),
  }));
  const total = (of: (forecast: Forecast) => number): number =>
    parts.reduce((points, { weight, forecast }) => points + weight * of(forecast), 0);
  return {
    ...pool(parts),
    homePoints: total(({ homePoints }) => homePoints),
    awayPoints: total(({ awayPoints }) => awayPoints),
    homeAdvantage: total(({ homeAdvantage }) => homeAdvantage),
    schedule: total(({ schedule }) => schedule),
    explain: () => conditionsOf(parts),
  };
}

/** The weighted conditions of all rating systems, those of one name added up. */
function conditionsOf(parts: readonly { weight: number; forecast: Forecast }[]): Condition[] {
  const byName = new Map<string, Condition>();
  for (const { weight, forecast } of parts) {
    if (weight === 0) continue;
    for (const condition of forecast.explain()) {
      const points = weight * condition.points + (byName.get(condition.name)?.points ?? 0);
      byName.set(condition.name, { ...condition, points });
    }
  }
  return [...byName.values()];
}
