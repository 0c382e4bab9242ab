import { boutLoss, withCoefficients } from "../ratings/fighter/fit.ts";
import { makeComponent } from "../ratings/rating-system.ts";
import { lossOf } from "../evaluation/loss.ts";
import type { PlayedMatch } from "../features/match.ts";
import { minimise, type Tunable } from "./minimize.ts";
import { noRatings, outcomes, type Params } from "../ratings/rating.ts";
import type { ComponentName } from "./settings-types.ts";
import { settings } from "./settings.ts";
import type { Probabilities, Sport } from "../types.ts";

/** Share of priced games from which a component that learns from prices is in charge. */
const inCharge = 0.5;

/**
 * Mean log loss of a component with these numbers over the matches from `start` on; one that learns from
 * prices is judged where it is in charge only.
 */
export const componentLoss = (
  sport: Sport,
  name: ComponentName,
  params: Params,
  matches: readonly PlayedMatch[],
  start: number,
): number => {
  if (name === "bout") return boutLoss(matches, start, params);
  const component = makeComponent(name, sport, params);
  const { priceAim = 0 } = settings[sport].components[name] ?? {};
  const ratings = noRatings();
  let sum = 0;
  let n = 0;
  matches.forEach((match, i) => {
    const outlook = component.expect(ratings, match);
    const counts = i >= start && (name !== "priced" || match.pricedShare >= inCharge);
    const loss = counts ? lossAgainst(priceAim, outlook, match) : null;
    if (loss !== null) {
      sum += loss;
      n += 1;
    }
    outlook.learn(match);
  });
  return sum / n;
};

/** Log loss against a mixture of the closing price, where it is known, and the result. */
const lossAgainst = (
  priceAim: number,
  opinion: Probabilities,
  { score, lean }: PlayedMatch,
): number | null => {
  const ofResult = lossOf(opinion, score);
  if (ofResult === null || lean === null || priceAim === 0) return ofResult;
  const { home, away } = outcomes(lean, null);
  const ofPrice = home * (lossOf(opinion, 1) ?? 0) + away * (lossOf(opinion, 0) ?? 0);
  return priceAim * ofPrice + (1 - priceAim) * ofResult;
};

/** Index from which predictions count: after the sport's warm-up, at the latest half way. */
export const warmUpEnd = (sport: Sport, matches: readonly PlayedMatch[]): number => {
  const first = matches[0]?.season ?? 0;
  const end = matches.findIndex(({ season }) => season >= first + settings[sport].warmUpSeasons);
  const half = Math.floor(matches.length / 2);
  return end < 0 ? half : Math.min(end, half);
};

/** Tunes one component of a sport on the matches, starting from `from` where it is given. */
export const tuneComponent = (
  sport: Sport,
  name: ComponentName,
  matches: readonly PlayedMatch[],
  evaluations: number,
  from: Params = {},
): Params => {
  const { tuned = {}, fixed = {} } = settings[sport].components[name] ?? {};
  const names = Object.keys(tuned);
  const start = warmUpEnd(sport, matches);
  const toParams = (at: readonly number[]): Params => ({
    ...fixed,
    ...Object.fromEntries(names.map((key, i) => [key, at[i] ?? 0])),
  });
  const tunables = Object.entries(tuned).map(([key, tunable]) => ({
    ...tunable,
    start: from[key] ?? tunable.start,
  }));
  const rows = matches.length - start;
  const priors = Object.values(tuned);
  const best = minimise(
    (at) => componentLoss(sport, name, toParams(at), matches, start) + distrust(at, priors) / rows,
    tunables,
    evaluations,
  );
  const params = toParams(best);
  return name === "bout" ? withCoefficients(matches, start, params) : params;
};

/** Steps from the hand-set start that count as one standard deviation of the prior. */
const priorSteps = 2;

/** Negative log density of the prior around the hand-set starts; it matters only where rows are few. */
const distrust = (at: readonly number[], priors: readonly Tunable[]): number =>
  priors.reduce((sum, { start, step }, i) => {
    const distance = ((at[i] ?? start) - start) / (step * priorSteps);
    return sum + distance ** 2 / 2;
  }, 0);
