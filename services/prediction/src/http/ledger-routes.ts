import { userOf } from "@orbline/kit/http/app";
import { parseBody, parseParams, parseQuery } from "@orbline/kit/http/parse";
import { keyedMutex } from "@orbline/kit/keyed-mutex";
import {
  ledgerQuerySchema,
  newBetSchema,
  type Ledger,
} from "@orbline/proto/http/prediction/ledger";
import { predictionParamsSchema } from "@orbline/proto/http/prediction/prediction";
import type { Router } from "express";
import type { PredictionDeps } from "../use-cases/ports.ts";
import { recordBet, removeBet } from "../use-cases/record-bet.ts";
import { toLedgerEntry, toRecordedBet } from "./prediction-responses.ts";

/** Bets that users really placed, apart from the predictions that they were given. */
export function addLedgerRoutes(
  router: Router,
  deps: Pick<PredictionDeps, "predictions" | "clock" | "slates">,
): void {
  router.post("/api/predictions/:id/bet", async (request, response) => {
    const { userId } = userOf(response);
    const { id } = parseParams(predictionParamsSchema, request);
    const bet = await recordBet(deps, { userId, id, ...parseBody(newBetSchema, request) });
    response.json(toRecordedBet(bet));
  });

  router.delete("/api/predictions/:id/bet", async (request, response) => {
    const { userId } = userOf(response);
    await removeBet(deps, { userId, ...parseParams(predictionParamsSchema, request) });
    response.status(204).end();
  });

  // Reading a full ledger is slow, so each user reads one at a time.
  const inTurn = keyedMutex();
  router.get("/api/ledger", async (request, response) => {
    const { userId } = userOf(response);
    const { settledSince } = parseQuery(ledgerQuerySchema, request);
    const since = settledSince === undefined ? undefined : new Date(settledSince);
    const bets = await inTurn(userId, () => deps.predictions.listBets(userId, since));
    const ledger: Ledger = { bets: bets.map(toLedgerEntry) };
    response.json(ledger);
  });
}
