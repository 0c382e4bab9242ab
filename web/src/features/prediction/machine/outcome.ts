import type { NewPredictionResponse, Prediction } from "@orbline/proto/http/prediction";

const failure = "Failed to generate prediction";

/** What an answer means for the screen. */
export type Shown =
  | { kind: "prediction"; prediction: Prediction; odds: number }
  | { kind: "unclear" }
  | { kind: "update"; message: string | undefined };

/** Sorts an answer: a pick, a failed generation, or a message in place of a pick. */
export const toShown = (answer: NewPredictionResponse): Shown => {
  if (!("id" in answer)) {
    const { error, recommendation, confidence } = answer;
    const failed = error === failure || recommendation === failure || confidence === 0;
    return failed ? { kind: "unclear" } : { kind: "update", message: error };
  }
  const [first, ...others] = answer.bets;
  const odds = first && others.length === 0 ? first.odds : answer.parlayOdds;
  return { kind: "prediction", prediction: answer, odds };
};
