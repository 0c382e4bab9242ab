import type { NewPredictionResponse, Prediction } from "@orbline/proto/http/prediction/prediction";

/** A response as the machine shows it. */
export type ResultView =
  | { kind: "prediction"; prediction: Prediction; odds: number }
  | { kind: "unclear" }
  | { kind: "update"; message: string | undefined };

/** Sorts a response: a prediction, a failed generation (no bets and confidence 0), or a message in its place. */
export function toResultView(response: NewPredictionResponse): ResultView {
  if (!("id" in response)) {
    if (response.confidence === 0) return { kind: "unclear" };
    return { kind: "update", message: response.error };
  }
  const [first, ...others] = response.bets;
  const odds = first && others.length === 0 ? first.odds : response.parlayOdds;
  return { kind: "prediction", prediction: response, odds };
}
