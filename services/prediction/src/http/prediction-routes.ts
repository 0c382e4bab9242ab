import { isKind } from "@orbline/kit/errors";
import { userOf } from "@orbline/kit/http/app";
import { sendJsonBytes } from "@orbline/kit/http/fast-path";
import { parseBody, parseParams, parseQuery } from "@orbline/kit/http/parse";
import type { Logger } from "@orbline/kit/observability/logger";
import {
  newPredictionSchema,
  predictionParamsSchema,
  type NewPredictionResponse,
} from "@orbline/proto/http/prediction/prediction";
import {
  historyQuerySchema,
  historySeriesQuerySchema,
  type HistoryResponse,
  type HistorySeries,
} from "@orbline/proto/http/prediction/history";
import type { Router } from "express";
import type { Guardrails } from "../domain/guardrails.ts";
import { type PredictionFilter, unknownPrediction } from "../domain/prediction.ts";
import { checkEntitlement } from "../use-cases/check-entitlement.ts";
import { generatePrediction } from "../use-cases/generate-prediction.ts";
import type { OpenPredictions, PredictionDeps } from "../use-cases/ports.ts";
import { sum, toCents } from "../domain/math.ts";
import { profitByDay } from "../domain/counts/profit-by-day.ts";
import { applyQuotas } from "./quota-headers.ts";
import {
  toHistoryEntry,
  toPredictionBytes,
  toStoredPredictionResponse,
} from "./prediction-responses.ts";

const mostProfits = 10_000;

export function addPredictionRoutes(
  router: Router,
  deps: PredictionDeps & { logger: Logger; guardrails: Guardrails },
): void {
  const { predictions, profiles, quotas, logger } = deps;

  router.post("/api/new-prediction", async (request, response) => {
    const { userId } = userOf(response);
    const body = parseBody(newPredictionSchema, request);
    const { isTrial = false } = await checkEntitlement(deps, userId);
    applyQuotas(response, await quotas.take(userId, { isTrial }));
    const {
      sport,
      riskLevel,
      stake,
      requestCount = 1,
      gameId,
      forceNew,
      timestamp,
      randomize,
    } = body;
    // Only the riskiest level draws its picks.
    const seed = riskLevel === "insane" && typeof randomize === "number" ? randomize : undefined;
    const choice = { userId, sport, riskLevel, stake, gameId };
    const fields = { ...choice, requestCount, forceNew, timestamp, seed };
    try {
      const generated = await generatePrediction(deps, fields);
      if (generated.kind === "generated") sendJsonBytes(response, toPredictionBytes(generated));
      else response.json({ bets: [], error: generated.error } satisfies NewPredictionResponse);
    } catch (error) {
      if (isKind(error, "forbidden") || isKind(error, "rate-limited")) throw error;
      logger.error({ err: error, sport, riskLevel }, "generating a prediction failed");
      const failure: NewPredictionResponse = {
        bets: [],
        confidence: 0,
        recommendation: "Failed to generate prediction",
      };
      response.json(failure);
    }
  });

  router.get("/api/predictions", async (request, response) => {
    const { userId } = userOf(response);
    const query = parseQuery(historyQuerySchema, request);
    const { limit: _limit, cursor: _cursor, ...filter } = query;
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    const includesOpen = filter.outcome === undefined || filter.outcome === "open";
    const [page, totals, open] = await Promise.all([
      predictions.list({ userId, ...query }),
      // The profile has the totals of everything.
      isFiltered ? predictions.totals({ userId, ...filter }) : profiles.find(userId),
      includesOpen ? predictions.countOpen(userId) : [],
    ]);
    const { settled, won, lost, staked, returned, profit } = totals;
    const history: HistoryResponse = {
      predictions: page.predictions.map(toHistoryEntry),
      nextCursor: page.nextCursor ?? null,
      totals: { settled, won, lost, staked, returned, profit, ...sumOpen(open, filter) },
    };
    response.json(history);
  });

  router.get("/api/predictions/series", async (request, response) => {
    const { userId } = userOf(response);
    const filter = parseQuery(historySeriesQuerySchema, request);
    const settled = await predictions.listProfits({ userId, ...filter }, mostProfits);
    const series: HistorySeries = { days: profitByDay(settled) };
    response.json(series);
  });

  router.get("/api/predictions/:id", async (request, response) => {
    const { userId } = userOf(response);
    const { id } = parseParams(predictionParamsSchema, request);
    const found = await predictions.find(userId, id);
    if (!found) throw unknownPrediction();
    response.json(toStoredPredictionResponse(found, await predictions.findNeighbors(found)));
  });
}

/** Number and stakes of the open predictions, of one sport and one risk where they are given. */
function sumOpen(
  all: readonly OpenPredictions[],
  { sport, riskLevel }: Pick<PredictionFilter, "sport" | "riskLevel">,
) {
  const matching = all.filter(
    (one) => (sport ?? one.sport) === one.sport && (riskLevel ?? one.riskLevel) === one.riskLevel,
  );
  return {
    open: sum(matching.map(({ open }) => open)),
    atStake: toCents(sum(matching.map(({ atStake }) => atStake))),
  };
}
