import { userOf } from "@orbline/kit/http/app";
import { sendJsonText } from "@orbline/kit/http/fast-path";
import { refuseForeignPages } from "@orbline/kit/http/local-tool";
import { parseBody, parseQuery, readJson } from "@orbline/kit/http/parse";
import { type PublicJson, sendPublicJson, toPublicJson } from "@orbline/kit/http/public-json";
import {
  slateQuerySchema,
  type EstimatesResponse,
  type SlateResponse,
} from "@orbline/proto/http/prediction/slate";
import type { Request, Response, Router } from "express";
import { z } from "zod";
import { assertNotPaused, type Guardrails } from "../domain/guardrails.ts";
import type { BetPrices, SideEstimate } from "../domain/price-check.ts";
import type { Slate } from "../domain/slate.ts";
import { checkEntitlement } from "../use-cases/check-entitlement.ts";
import type { MarketProbabilities, PredictionDeps, Slates } from "../use-cases/ports.ts";

type SlateDeps = Pick<
  PredictionDeps,
  "slates" | "market" | "entitlements" | "billing" | "clock"
> & {
  betPrices: Pick<BetPrices, "bestPrices" | "estimatesOf">;
  guardrails: Pick<Guardrails, "find">;
};

/** Routes of the games that can be picked now, with the age of their prices, and of our estimates for subscribers. */
export function addSlateRoutes(router: Router, deps: SlateDeps): void {
  const { slates, market, betPrices } = deps;
  // The consensus takes milliseconds to compute and changes only with the slate, the text only with the age.
  const gamesBySlate = new WeakMap<Slate, SlateResponse["games"]>();
  const sharedBySlate = new WeakMap<Slate, { ageSeconds: number; shared: Shared }>();
  router.get("/api/slate", (request, response) => {
    const { sport } = parseQuery(slateQuerySchema, request);
    const slate = slates.current(sport);
    const { kind, label, pricedAt } = slate;
    const ageMs = slates.now().getTime() - pricedAt.getTime();
    const ageSeconds = Math.max(0, Math.floor(ageMs / 1_000));
    const known = sharedBySlate.get(slate);
    if (known?.ageSeconds === ageSeconds) return sendShared(request, response, known.shared);
    const games = gamesBySlate.get(slate) ?? toGames(slate, market, betPrices);
    gamesBySlate.set(slate, games);
    const body: SlateResponse = {
      sport,
      slate: { kind, label, pricedAt: pricedAt.toISOString() },
      ageSeconds,
      games,
    };
    const shared = { text: JSON.stringify(body) };
    sharedBySlate.set(slate, { ageSeconds, shared });
    return sendShared(request, response, shared);
  });

  const estimatesBySlate = new WeakMap<Slate, Shared>();
  router.get("/api/estimates", async (request, response) => {
    const { userId } = userOf(response);
    await checkEntitlement(deps, userId);
    assertNotPaused(await deps.guardrails.find(userId), deps.clock.now());
    const { sport } = parseQuery(slateQuerySchema, request);
    const slate = slates.current(sport);
    const shared = estimatesBySlate.get(slate) ?? {
      text: JSON.stringify(toEstimates(slate, betPrices)),
    };
    estimatesBySlate.set(slate, shared);
    sendShared(request, response, shared);
  });
}

/** A response that is the same for all users who may read it, so that compression can give no secret away. */
type Shared = { text: string; forms?: PublicJson };

/** Sends the response compressed to browsers: the games of all sports are 130 kB of text. */
function sendShared(request: Request, response: Response, shared: Shared) {
  if (request.headers["accept-encoding"] === undefined) return sendJsonText(response, shared.text);
  shared.forms ??= toPublicJson(shared.text);
  return sendPublicJson(request, response, shared.forms);
}

const advanceSchema = z.strictObject({ days: z.int().min(1).max(400) });

/** Routes for development only: move the slate's clock and settle what has ended, or settle at once. */
export function addDevelopmentRoutes(
  router: Router,
  { slates, settle }: { slates: Slates; settle: () => Promise<number> },
): void {
  router.use("/internal/slate", refuseForeignPages);
  router.post(
    "/internal/slate/advance",
    readJson(1_024),
    async (request: Request, response: Response) => {
      const { days } = parseBody(advanceSchema, request);
      const now = await slates.advance(days);
      response.json({ now: now.toISOString(), settled: await settle() });
    },
  );
  // After a command that settled beside this process, this refreshes the track record in memory.
  router.post("/internal/slate/settle", async (_request, response) => {
    response.json({ settled: await settle() });
  });
}

function toGames(
  slate: Slate,
  market: MarketProbabilities,
  { bestPrices }: SlateDeps["betPrices"],
): SlateResponse["games"] {
  return slate.games.map((game) => {
    const consensus = market.consensusOf(game);
    const { moneyline, spread } = bestPrices(game);
    return {
      id: game.id,
      home: game.home,
      away: game.away,
      startsAt: game.startsAt.toISOString(),
      books: game.books.length,
      marketOnly: game.marketOnly !== undefined,
      consensus: consensus && {
        home: rounded(consensus.home),
        draw: consensus.draw === null ? null : rounded(consensus.draw),
        away: rounded(consensus.away),
      },
      moneyline: moneyline
        ? {
            home: moneyline.home ?? null,
            draw: moneyline.draw ?? null,
            away: moneyline.away ?? null,
          }
        : null,
      spread: spread
        ? { line: spread.line, home: spread.home ?? null, away: spread.away ?? null }
        : null,
    };
  });
}

function toEstimates(slate: Slate, { estimatesOf }: SlateDeps["betPrices"]): EstimatesResponse {
  const games = slate.games.flatMap((game) => {
    const found = estimatesOf(game);
    if (!found) return [];
    const { home, draw, away } = found;
    return [{ id: game.id, home: round(home), draw: draw ? round(draw) : null, away: round(away) }];
  });
  return { sport: slate.sport, games };
}

const round = ({ probability, goodPrice }: SideEstimate) => ({
  probability: rounded(probability),
  goodPrice,
});

const rounded = (p: number) => Math.round(p * 1e4) / 1e4;
