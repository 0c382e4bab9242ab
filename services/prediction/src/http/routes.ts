import { userOf } from "@orbline/kit/http";
import { parseBody, parseQuery } from "@orbline/kit/http-body";
import type { Logger } from "@orbline/kit/logger";
import {
  historyQuerySchema,
  newPredictionSchema,
  slateQuerySchema,
  type HistoryResponse,
  type NewPrediction,
  type NewPredictionResponse,
  type SlateResponse,
} from "@orbline/proto/http/prediction";
import type { Router } from "express";
import type { Slate } from "../domain/slate.ts";
import type { Sport } from "../domain/sport.ts";
import type { GeneratedPrediction, GeneratePrediction } from "../use-cases/generate-prediction.ts";
import type { listPredictions } from "../use-cases/list-predictions.ts";
import { toHistoryEntry, toPredictionAnswer } from "./answers.ts";

type Deps = {
  checkEntitlement: (userId: string) => Promise<void>;
  generatePrediction: (request: GeneratePrediction) => Promise<GeneratedPrediction>;
  listPredictions: ReturnType<typeof listPredictions>;
  currentSlate: (sport: Sport) => Slate;
  logger: Logger;
};

const toAnswer = (generated: GeneratedPrediction): NewPredictionResponse =>
  generated.kind === "given"
    ? toPredictionAnswer(generated.prediction)
    : { bets: [], error: generated.error };

/** Only the riskiest level draws; the spec's `randomize` is its seed. */
const seedOf = ({ riskLevel, randomize }: NewPrediction): { seed?: number } =>
  riskLevel === "insane" && typeof randomize === "number" ? { seed: randomize } : {};

/** The HTTP API of predictions. */
export const routes =
  (deps: Deps) =>
  (router: Router): void => {
    const { checkEntitlement, generatePrediction, listPredictions: list, currentSlate } = deps;

    router.post("/api/new-prediction", async (request, response) => {
      const { userId } = userOf(response);
      const body = parseBody(newPredictionSchema, request);
      await checkEntitlement(userId);
      const { sport, riskLevel, stake, requestCount = 1 } = body;
      try {
        const wish = { userId, sport, riskLevel, stake, requestCount, ...seedOf(body) };
        response.json(toAnswer(await generatePrediction(wish)));
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
      const { cursor, sport, outcome, limit } = parseQuery(historyQuerySchema, request);
      const { predictions, nextCursor, totals } = await list({
        userId,
        limit,
        ...(cursor !== undefined && { cursor }),
        ...(sport && { sport }),
        ...(outcome && { outcome }),
      });
      const answer: HistoryResponse = {
        predictions: predictions.map(toHistoryEntry),
        nextCursor: nextCursor ?? null,
        totals,
      };
      response.json(answer);
    });

    router.get("/api/slate", (request, response) => {
      userOf(response);
      const { sport } = parseQuery(slateQuerySchema, request);
      const { kind, label, pricedAt, games } = currentSlate(sport);
      const answer: SlateResponse = {
        sport,
        slate: { kind, label, pricedAt: pricedAt.toISOString() },
        games: games.map(({ id, home, away, startsAt, books }) => ({
          id,
          home,
          away,
          startsAt: startsAt.toISOString(),
          books: books.length,
        })),
      };
      response.json(answer);
    });
  };
