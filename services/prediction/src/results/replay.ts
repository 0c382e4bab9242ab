import type { RatedResult } from "../domain/live-games/rated-result.ts";
import { byDay } from "../engine/features/game.ts";
import { type ModelState, probability } from "../engine/serving/predict.ts";
import type { Prediction } from "../engine/types.ts";
import { ratingWalk, toFinished } from "./live-ratings.ts";

/** What the live ratings say of every finished game on its day, as results come in day by day. */
export async function replay(
  fitted: ModelState,
  games: readonly RatedResult[],
): Promise<{ game: RatedResult; prediction: Prediction }[]> {
  const walk = ratingWalk(fitted);
  const seen: RatedResult[] = [];
  const predictions: { game: RatedResult; prediction: Prediction }[] = [];
  let state = fitted;
  for (const day of byDay(games.filter(({ status }) => status === "finished"))) {
    for (const game of day)
      for (const { result: _result, ...fixture } of toFinished(game))
        predictions.push({ game, prediction: probability(state, fixture) });
    seen.push(...day);
    state = await walk(seen);
  }
  return predictions;
}
