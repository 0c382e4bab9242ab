import { logistic } from "../../domain/math.ts";
import type { Sport } from "../../domain/sport.ts";
import { lossOf } from "../evaluation/metrics.ts";
import { byDay } from "../features/game.ts";
import type { RatingSystemName } from "../model.ts";
import { fighterLoss, withCoefficients } from "../ratings/fighter/fit.ts";
import { noRatings } from "../ratings/rating.ts";
import { createRatingSystem } from "../ratings/rating-system.ts";
import type { ObservedGame, Params, Probabilities } from "../types.ts";
import { minimize, type Tunable } from "./minimize.ts";
import { settings } from "./settings.ts";

/** Share of priced games from which the rating system that observes prices has the larger weight. */
const mostlyPriced = 0.5;
/** Steps from the hand-set start that are one standard deviation of the prior. */
const priorSteps = 2;

/** Tunes one rating system of a sport on the games, starting at `from` where it has a value. */
export function tuneRatingSystem(
  sport: Sport,
  name: RatingSystemName,
  games: readonly ObservedGame[],
  evaluations: number,
  from: Params = {},
): Params {
  const { tuned = {}, fixed = {} } = settings[sport].systems[name] ?? {};
  const tunables = Object.entries(tuned);
  const start = warmUpEnd(sport, games);
  const toParams = (at: readonly number[]): Params => ({
    ...fixed,
    ...Object.fromEntries(tunables.map(([key], i) => [key, at[i] ?? 0])),
  });
  const rows = games.length - start;
  const best = minimize(
    (at) =>
      ratingSystemLoss(sport, name, toParams(at), games, start) +
      penalty(at, Object.values(tuned)) / rows,
    tunables.map(([key, tunable]) => ({ ...tunable, start: from[key] ?? tunable.start })),
    evaluations,
  );
  const params = toParams(best);
  return name === "fighter" ? withCoefficients(games, start, params) : params;
}

/**
 * Mean log loss of a rating system over the games from `start` on, each forecast from earlier days. The system that
 * observes prices is scored only where most past games had one.
 */
export function ratingSystemLoss(
  sport: Sport,
  name: RatingSystemName,
  params: Params,
  games: readonly ObservedGame[],
  start: number,
): number {
  if (name === "fighter") return fighterLoss(games, start, params);
  const system = createRatingSystem(name, sport, params);
  const { priceAim = 0 } = settings[sport].systems[name] ?? {};
  const ratings = noRatings();
  let [total, n, row] = [0, 0, 0];
  for (const day of byDay(games)) {
    for (const game of day) {
      const counts = row >= start && (name !== "priced" || game.pricedShare >= mostlyPriced);
      const loss = counts ? lossAgainst(priceAim, system.forecast(ratings, game), game) : null;
      if (loss !== null) {
        total += loss;
        n += 1;
      }
      row += 1;
    }
    for (const game of day) system.observe(ratings, game);
  }
  return total / n;
}

/** Index from which forecasts count: after the sport's warm-up, at the latest half way. */
export function warmUpEnd(sport: Sport, games: readonly ObservedGame[]): number {
  const first = games[0]?.season ?? 0;
  const end = games.findIndex(({ season }) => season >= first + settings[sport].warmUpSeasons);
  const half = Math.floor(games.length / 2);
  return end < 0 ? half : Math.min(end, half);
}

/** Log loss against a mixture of the closing price, where it is known, and the result. */
function lossAgainst(
  priceAim: number,
  forecast: Probabilities,
  { homeResult, marketLogit }: ObservedGame,
): number | null {
  const ofResult = lossOf(forecast, homeResult);
  if (ofResult === null || marketLogit === null || priceAim === 0) return ofResult;
  const home = logistic(marketLogit);
  const ofPrice = home * (lossOf(forecast, 1) ?? 0) + (1 - home) * (lossOf(forecast, 0) ?? 0);
  return priceAim * ofPrice + (1 - priceAim) * ofResult;
}

/** Negative log density of a normal prior around the hand-set starts; it matters only where games are few. */
const penalty = (at: readonly number[], priors: readonly Tunable[]): number =>
  priors.reduce((total, { start, step }, i) => {
    const distance = ((at[i] ?? start) - start) / (step * priorSteps);
    return total + distance ** 2 / 2;
  }, 0);
