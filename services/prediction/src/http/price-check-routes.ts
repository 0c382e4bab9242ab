import { isKind } from "@orbline/kit/errors";
import { callerOf } from "@orbline/kit/http/app";
import { parseBody } from "@orbline/kit/http/parse";
import { priceCheckSchema, type PriceCheck } from "@orbline/proto/http/prediction/price-check";
import type { Router } from "express";
import { assertNotPaused, type Guardrails } from "../domain/guardrails.ts";
import type { BetPrices, PriceCheckLimits } from "../domain/price-check.ts";
import { checkEntitlement } from "../use-cases/check-entitlement.ts";
import { checkPrice, type CheckedPrice } from "../use-cases/check-price.ts";
import type { PredictionDeps } from "../use-cases/ports.ts";

type PriceCheckDeps = Pick<PredictionDeps, "slates" | "entitlements" | "billing" | "clock"> & {
  betPrices: BetPrices;
  priceCheckLimits: PriceCheckLimits;
  guardrails: Pick<Guardrails, "find">;
};

/** The route that judges the odds of a bet. A request that is refused for its content or during a break does not count. */
export function addPriceCheckRoutes(router: Router, deps: PriceCheckDeps): void {
  router.post("/api/price-check", async (request, response) => {
    const { legs, stake } = parseBody(priceCheckSchema, request);
    const checked = checkPrice(deps, { bets: legs, stake });
    const caller = callerOf(response);
    const userId = caller.kind === "user" ? caller.userId : undefined;
    if (userId !== undefined) assertNotPaused(await deps.guardrails.find(userId), deps.clock.now());
    const freeChecksLeft = await deps.priceCheckLimits.take({
      userId,
      address: request.get("x-client-ip") ?? "",
      isSubscriber: userId !== undefined && (await isSubscriber(deps, userId)),
    });
    response.json(toResponse(checked, freeChecksLeft));
  });
}

async function isSubscriber(deps: PriceCheckDeps, userId: string): Promise<boolean> {
  try {
    await checkEntitlement(deps, userId);
    return true;
  } catch (error) {
    if (isKind(error, "forbidden")) return false;
    throw error;
  }
}

function toResponse(checked: CheckedPrice, freeChecksLeft: number | undefined): PriceCheck {
  const { probability, legs, ...figures } = checked;
  return {
    ...figures,
    confidence: probability,
    legs: legs.map(({ startsAt, modelProbability, best, range: _range, ...leg }) => ({
      ...leg,
      startsAt: startsAt.toISOString(),
      modelProbability: modelProbability ?? null,
      best: best ?? null,
    })),
    freeChecksLeft: freeChecksLeft ?? null,
  };
}
