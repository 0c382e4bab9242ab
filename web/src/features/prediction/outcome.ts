import type { NewPredictionResponse, Prediction } from "@orbline/proto/http/prediction/prediction";

/** A response as the machine shows it. */
export type ResultView =
  | { kind: "prediction"; prediction: Prediction }
  | { kind: "unclear" }
  | { kind: "update"; message: string | undefined };

/** Sorts a response: a prediction, a failed generation (no bets and confidence 0), or a message in its place. */
export function toResultView(response: NewPredictionResponse): ResultView {
  if ("id" in response) return { kind: "prediction", prediction: response };
  if (response.confidence === 0) return { kind: "unclear" };
  return { kind: "update", message: response.error };
}

/** The odds at which a win pays: those of a single bet, else the parlay's. */
export function payoutOdds({ bets, parlayOdds }: Pick<Prediction, "bets" | "parlayOdds">): number {
  const [first, ...others] = bets;
  return first && others.length === 0 ? first.odds : parlayOdds;
}
