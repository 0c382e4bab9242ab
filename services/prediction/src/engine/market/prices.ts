import { devig } from "../odds.ts";
import { usualSd } from "./market-logit.ts";
import { winProbabilityOf } from "./spread.ts";
import type { PricedGame, Probabilities, Sport } from "../types.ts";

const fewestSpreads = 200;
/** Scoring changes over the years, so only the latest spreads count. */
const latestSpreads = 4000;

/** Sd of margins about the closing spread over past games, null for sports without spreads. */
export const fitMarketSd = (sport: Sport, games: readonly PricedGame[]): number | null => {
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
  return Math.sqrt(misses.reduce((sum, miss) => sum + miss ** 2, 0) / misses.length);
};

/** The market's fair opinion of a game: its moneyline without margin, else its spread; null without either. */
export const marketOf = (game: PricedGame, marketSd: number | null): Probabilities | null => {
  const { prices, spreadHome } = game;
  if (prices !== null) {
    if (prices.draw !== null) {
      const [home = 0, draw = 0, away = 0] = devig([prices.home, prices.draw, prices.away]);
      return { home, draw, away };
    }
    const [home = 0, away = 0] = devig([prices.home, prices.away]);
    return { home, draw: null, away };
  }
  if (spreadHome === null || marketSd === null) return null;
  const home = winProbabilityOf(spreadHome, marketSd);
  return { home, draw: null, away: 1 - home };
};
