import { devig } from "../odds.ts";
import type { FinishedGame, Sport } from "../types.ts";

/** Sd of margins about a closing spread that prices and ratings are compared with, points. */
export const usualSd: Partial<Record<Sport, number>> = { nba: 12.3, nfl: 13.3, cfb: 15.5 };

/** Logistic slope that follows a probit of the same argument closely. */
const probitSlope = 1.7;
const logit = (p: number): number => Math.log(p / (1 - p));

/**
 * How far the closing price of a finished game leaned towards the home side, as a logit without margin
 * (with a draw: half the difference of both sides' logits); null where no price is known.
 */
export const leanOf = (sport: Sport, { prices, spreadHome }: FinishedGame): number | null => {
  if (prices && prices.draw !== null) {
    const [home = 0, , away = 0] = devig([prices.home, prices.draw, prices.away]);
    return (logit(home) - logit(away)) / 2;
  }
  if (prices) {
    const [home = 0, away = 0] = devig([prices.home, prices.away]);
    return Math.log(home / away);
  }
  const sd = usualSd[sport];
  if (sd === undefined || spreadHome === null || spreadHome === undefined) return null;
  return (-probitSlope * spreadHome) / sd;
};
