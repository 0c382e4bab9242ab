import { userOf } from "@orbline/kit/http/app";
import { parseQuery } from "@orbline/kit/http/parse";
import { slateQuerySchema, type SlateResponse } from "@orbline/proto/http/prediction/slate";
import type { Router } from "express";
import type { Slate } from "../domain/slate.ts";
import type { MarketProbabilities, PredictionDeps } from "../use-cases/ports.ts";

/** Routes of the games that can be picked now, with the age of their prices. */
export function addSlateRoutes(
  router: Router,
  { slates, market }: Pick<PredictionDeps, "slates" | "market">,
): void {
  // The consensus takes milliseconds to compute and changes only with the slate.
  const gamesBySlate = new WeakMap<Slate, SlateResponse["games"]>();
  router.get("/api/slate", (request, response) => {
    userOf(response);
    const { sport } = parseQuery(slateQuerySchema, request);
    const slate = slates.current(sport);
    const games = gamesBySlate.get(slate) ?? toGames(slate, market);
    gamesBySlate.set(slate, games);
    const { kind, label, pricedAt } = slate;
    const ageMs = slates.now().getTime() - pricedAt.getTime();
    const body: SlateResponse = {
      sport,
      slate: { kind, label, pricedAt: pricedAt.toISOString() },
      ageSeconds: Math.max(0, Math.floor(ageMs / 1_000)),
      games,
    };
    response.json(body);
  });
}

function toGames(slate: Slate, market: MarketProbabilities): SlateResponse["games"] {
  return slate.games.map((game) => {
    const consensus = market.consensusOf(game);
    return {
      id: game.id,
      home: game.home,
      away: game.away,
      startsAt: game.startsAt.toISOString(),
      books: game.books.length,
      consensus: consensus && {
        home: rounded(consensus.home),
        draw: consensus.draw === null ? null : rounded(consensus.draw),
        away: rounded(consensus.away),
      },
    };
  });
}

const rounded = (p: number) => Math.round(p * 1e4) / 1e4;
