import type { ModelState } from "./predict.ts";
import { startWalk, stepWalk } from "./walk.ts";
import type { FinishedGame } from "../types.ts";

/** The fitted numbers of `state` with ratings walked from nothing over the games before `date` (YYYY-MM-DD). */
export const walkTo = (
  state: ModelState,
  games: readonly FinishedGame[],
  date: string,
): ModelState => {
  const walk = startWalk(state.walker);
  for (const game of games) {
    if (game.date >= date) break;
    stepWalk(state.walker, walk, game);
  }
  return { ...state, walk };
};
