import type { Calls } from "./call.ts";
import {
  newPredictionResponseSchema,
  newPredictionSchema,
  storedPredictionSchema,
} from "../http/prediction/prediction.ts";
import { historyQuerySchema, historyResponseSchema } from "../http/prediction/history.ts";
import { bettingProfileSchema, modelPerformanceSchema } from "../http/prediction/track-record.ts";
import { slateQuerySchema, slateResponseSchema } from "../http/prediction/slate.ts";

/** HTTP calls that prediction handles. */
export const predictionCalls = {
  "POST /api/new-prediction": {
    summary: "Generate a single bet or parlay. For subscribers.",
    access: "user",
    body: newPredictionSchema,
    response: newPredictionResponseSchema,
  },
  "GET /api/predictions": {
    summary: "Predictions of the signed-in user, newest first, with totals.",
    access: "user",
    query: historyQuerySchema,
    response: historyResponseSchema,
  },
  "GET /api/predictions/{id}": {
    summary: "One prediction of the signed-in user with its outcome.",
    access: "user",
    response: storedPredictionSchema,
  },
  "GET /api/betting-profile": {
    summary: "Betting profile of the signed-in user.",
    access: "user",
    response: bettingProfileSchema,
  },
  "GET /api/slate": {
    summary: "Games of a sport that predictions can use now.",
    access: "user",
    query: slateQuerySchema,
    response: slateResponseSchema,
  },
  "GET /api/model-performance": {
    summary: "Results of all settled predictions, and the back-test.",
    access: "anyone",
    requestHeaders: ["accept-encoding", "if-none-match"],
    responseHeaders: { ETag: "The state of the record, for If-None-Match." },
    response: modelPerformanceSchema,
  },
} as const satisfies Calls;
