import { createHash, randomUUID } from "node:crypto";
import { createCache } from "@orbline/kit/cache";
import type { Logger } from "@orbline/kit/observability/logger";
import type { Router } from "express";
import { sports } from "./domain/sport.ts";
import type { GivenPrediction } from "./domain/prediction.ts";
import { recordRoutes } from "./http/record-routes.ts";
import { routes } from "./http/routes.ts";
import { slateRoute } from "./http/slate-route.ts";
import type { OpenRecord } from "./open-record.ts";
import { backTestOf } from "./selection/back-tests.ts";
import { consensusOf } from "./selection/slate-closings.ts";
import type { RatedSlates } from "./slates/simulated-slates.ts";
import { describeBettor } from "./use-cases/describe-bettor.ts";
import { generateOnce, type Press } from "./use-cases/generate-once.ts";
import { generatePrediction } from "./use-cases/generate-prediction.ts";
import { getPrediction } from "./use-cases/get-prediction.ts";
import { listPredictions } from "./use-cases/list-predictions.ts";
import type { Clock, Picks, Predictions } from "./use-cases/ports.ts";

/** Of a request that may be sent again, to whichever process, the id is always the same. */
const newId = (name?: string) =>
  `prd_${name === undefined ? randomUUID().replaceAll("-", "") : createHash("sha256").update(name).digest("hex").slice(0, 32)}`;

/** The HTTP API over the given parts. */
export const openApi = ({
  rated: { slates, ratings },
  picks,
  predictions,
  record: { profiles, performance },
  checkEntitlement,
  clock,
  logger,
}: {
  rated: RatedSlates;
  picks: Picks;
  predictions: Predictions;
  record: OpenRecord;
  checkEntitlement: (userId: string) => Promise<void>;
  clock: Clock;
  logger: Logger;
}): ((router: Router) => void) => {
  const generate = generateOnce({
    generate: generatePrediction({ picks, predictions, clock, newId }),
    findGiven: predictions.findGiven,
    given: createCache<GivenPrediction>({ max: 20_000, ttlMs: 3_600_000 }),
    presses: createCache<Press>({ max: 20_000, ttlMs: 5_000 }),
    snapshotOf: (sport) => slates.current(sport).snapshotId,
    clock,
  });
  const predict = routes({
    checkEntitlement,
    generatePrediction: generate,
    listPredictions: listPredictions({ predictions, profiles }),
    getPrediction: getPrediction({ predictions }),
    logger,
  });
  const record = recordRoutes({
    describeBettor: describeBettor({ predictions, profiles }),
    performance,
    backTests: sports.map((sport) => backTestOf(ratings(sport))),
  });
  const slate = slateRoute({ currentSlate: slates.current, now: slates.now, consensusOf });
  return (router) => {
    predict(router);
    record(router);
    slate(router);
  };
};
