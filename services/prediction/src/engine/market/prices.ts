import { logit, sum } from "../../domain/math.ts";
import type { Sport } from "../../domain/sport.ts";
import { twoWay } from "../math.ts";
import { fairProbabilities } from "../odds.ts";
import { probitSlope } from "../ratings/rating.ts";
import type { FinishedGame, PricedGame, Probabilities } from "../types.ts";
import { winProbabilityOf } from "./spread.ts";

/**
 * Standard deviation of margins about a closing spread, in points, by which spreads become market logits (Stern 1991
 * found 13.86 for the NFL); sports without spreads have none.
 */
const usualSd: Partial<Record<Sport, number>> = { nba: 12.3, nfl: 13.3, cfb: 15.5 };

const fewestSpreads = 200;
/** Scoring changes over the years, so only the latest spreads count. */
const latestSpreads = 4000;

/** Standard deviation of margins about the closing spread over past games; null in sports without spreads. */
export function fitMarketSd(sport: Sport, games: readonly PricedGame[]): number | null {
  const usual = usualSd[sport];
  if (usual === undefined) return null;
  const misses = games
    .flatMap(({ spreadHome, result }) =>
      spreadHome === null || result.kind !== "score"
        ? []
        : [result.home - result.away + spreadHome],
    )
    .slice(-latestSpreads);
  if (misses.length < fewestSpreads) return usual;
  return Math.sqrt(sum(misses.map((miss) => miss ** 2)) / misses.length);
}

/** The market's fair probabilities: the moneyline without margin, else from the spread; null without either. */
export function marketOf(
  { prices, spreadHome }: PricedGame,
  marketSd: number | null,
): Probabilities | null {
  if (prices !== null) return fairProbabilities(prices);
  if (spreadHome === null || marketSd === null) return null;
  return twoWay(winProbabilityOf(spreadHome, marketSd));
}

/**
 * Logit of the home team in the closing price of a finished game, without margin; with a draw, half the difference of
 * both teams' logits. Null without a price.
 */
export function marketLogit(sport: Sport, { prices, spreadHome }: FinishedGame): number | null {
  if (prices) {
    const { home, draw, away } = fairProbabilities(prices);
    return draw === null ? Math.log(home / away) : (logit(home) - logit(away)) / 2;
  }
  const sd = usualSd[sport];
  if (sd === undefined || spreadHome === null || spreadHome === undefined) return null;
  return (-probitSlope * spreadHome) / sd;
}
