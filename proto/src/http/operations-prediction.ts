import type { Operations } from "./operation.ts";
import {
  newPredictionResponseSchema,
  newPredictionSchema,
  storedPredictionSchema,
} from "./prediction.ts";
import { historyQuerySchema, historyResponseSchema } from "./prediction-history.ts";
import { bettingProfileSchema, modelPerformanceSchema } from "./prediction-record.ts";
import { slateQuerySchema, slateResponseSchema } from "./slate.ts";

/** The calls that prediction answers. */
export const predictionOperations: Operations = {
  "POST /api/new-prediction": {
    summary: "A single bet or parlay for a sport and a risk; for subscribers.",
    body: newPredictionSchema,
    response: newPredictionResponseSchema,
    refusals: { 403: "The user has no subscription." },
  },
  "GET /api/predictions": {
    summary: "The signed-in user's predictions, newest first, with totals.",
    query: historyQuerySchema,
    response: historyResponseSchema,
  },
  "GET /api/predictions/{id}": {
    summary: "One of the signed-in user's predictions, as it was given, and how it stands.",
    response: storedPredictionSchema,
    refusals: { 404: "There is no such prediction of this user." },
  },
  "GET /api/betting-profile": {
    summary: "How the signed-in user bets.",
    response: bettingProfileSchema,
  },
  "GET /api/slate": {
    summary: "The games of a sport that can be picked now.",
    query: slateQuerySchema,
    response: slateResponseSchema,
  },
  "GET /api/model-performance": {
    summary: "What was predicted and how it ended, by slate; and the back-test.",
    response: modelPerformanceSchema,
  },
};
