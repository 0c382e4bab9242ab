import { AppError } from "@orbline/kit/errors";
import type { PredictionRecord } from "../domain/prediction.ts";
import type { Predictions } from "./ports.ts";

/** One of the user's own predictions. @throws not-found for an unknown one and for another's */
export const getPrediction =
  ({ predictions }: { predictions: Predictions }) =>
  async (userId: string, id: string): Promise<PredictionRecord> => {
    const found = await predictions.find(userId, id);
    if (found) return found;
    throw new AppError("not-found", "prediction.unknown", "There is no such prediction.");
  };
