import { userOf } from "@orbline/kit/http/app";
import { parseBody, parseParams, parseQuery } from "@orbline/kit/http/parse";
import { sendJsonText } from "@orbline/kit/http/json";
import type { Logger } from "@orbline/kit/observability/logger";
import {
  newPredictionSchema,
  predictionParamsSchema,
  type NewPrediction,
  type NewPredictionResponse,
} from "@orbline/proto/http/prediction";
import { historyQuerySchema, type HistoryResponse } from "@orbline/proto/http/prediction-history";
import type { Router } from "express";
import type { GeneratedPrediction } from "../use-cases/generate-prediction.ts";
import type { PredictionWish } from "../use-cases/generate-once.ts";
import type { getPrediction } from "../use-cases/get-prediction.ts";
import type { listPredictions } from "../use-cases/list-predictions.ts";
import { toHistoryEntry, toPredictionText, toStoredPredictionAnswer } from "./answers.ts";

type Deps = {
  checkEntitlement: (userId: string) => Promise<void>;
  generatePrediction: (wish: PredictionWish) => Promise<GeneratedPrediction>;
  listPredictions: ReturnType<typeof listPredictions>;
  getPrediction: ReturnType<typeof getPrediction>;
  logger: Logger;
};

const toText = (generated: GeneratedPrediction): string => {
  if (generated.kind === "given") return toPredictionText(generated.prediction);
  const answer: NewPredictionResponse = { bets: [], error: generated.error };
  return JSON.stringify(answer);
};

/** Only the riskiest level draws; the spec's `randomize` is its seed. */
const seedOf = ({ riskLevel, randomize }: NewPrediction): { seed?: number } =>
  riskLevel === "insane" && typeof randomize === "number" ? { seed: randomize } : {};

/** What the body says of repeating: whether an earlier answer will do, and which press of the button it is. */
const repetitionOf = ({ forceNew, timestamp }: NewPrediction) => ({
  ...(forceNew !== undefined && { forceNew }),
  ...(typeof timestamp === "number" && { pressedAt: timestamp }),
});

/** The HTTP API of predictions. */
export const routes =
  (deps: Deps) =>
  (router: Router): void => {
    const { checkEntitlement, generatePrediction, listPredictions: list } = deps;

    router.post("/api/new-prediction", async (request, response) => {
      const { userId } = userOf(response);
      const body = parseBody(newPredictionSchema, request);
      await checkEntitlement(userId);
      const { sport, riskLevel, stake, requestCount = 1 } = body;
      try {
        const wish = { userId, sport, riskLevel, stake, requestCount, ...seedOf(body) };
        const generated = await generatePrediction({ ...wish, ...repetitionOf(body) });
        sendJsonText(response, toText(generated));
      } catch (error) {
        deps.logger.error({ err: error, sport, riskLevel }, "no prediction could be made");
        const answer: NewPredictionResponse = {
          bets: [],
          confidence: 0,
          recommendation: "Failed to generate prediction",
        };
        response.json(answer);
      }
    });

    router.get("/api/predictions", async (request, response) => {
      const { userId } = userOf(response);
      const { cursor, sport, riskLevel, outcome, limit } = parseQuery(historyQuerySchema, request);
      const { predictions, nextCursor, totals } = await list({
        userId,
        limit,
        ...(cursor !== undefined && { cursor }),
        ...(sport && { sport }),
        ...(riskLevel && { riskLevel }),
        ...(outcome && { outcome }),
      });
      const answer: HistoryResponse = {
        predictions: predictions.map(toHistoryEntry),
        nextCursor: nextCursor ?? null,
        totals,
      };
      response.json(answer);
    });

    router.get("/api/predictions/:id", async (request, response) => {
      const { userId } = userOf(response);
      const { id } = parseParams(predictionParamsSchema, request);
      response.json(toStoredPredictionAnswer(await deps.getPrediction(userId, id)));
    });
  };
