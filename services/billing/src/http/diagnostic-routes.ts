import type {
  PriceIdsResponse,
  ProviderDiagnosticResponse,
  VerifyPricesResponse,
} from "@orbline/proto/http/billing";
import type { Router } from "express";
import type { Billing } from "../use-cases/billing.ts";
import type { CheckedPrice } from "../use-cases/check-prices.ts";

const toPublicPrice = ({ plan, price }: CheckedPrice): PriceIdsResponse["prices"][number] => ({
  plan,
  priceId: price?.id ?? null,
  amountCents: price?.amountCents ?? null,
  currency: price?.currency ?? null,
  active: price?.active ?? false,
});

/** What anybody may see of plans and provider: prices and whether they agree, never a secret. */
export const addDiagnosticRoutes = (router: Router, billing: Billing): void => {
  router.get("/api/production-price-ids", async (_request, response) => {
    const checked = await billing.checkPrices();
    response.json({ prices: checked.map(toPublicPrice) } satisfies PriceIdsResponse);
  });

  router.get("/api/verify-price-ids", async (_request, response) => {
    const checked = await billing.checkPrices();
    const answer: VerifyPricesResponse = {
      valid: checked.every(({ matches }) => matches),
      prices: checked.map((one) => ({ ...toPublicPrice(one), matches: one.matches })),
    };
    response.json(answer);
  });

  router.get("/api/stripe-diagnostic-pro", async (_request, response) => {
    response.json((await billing.diagnoseProvider()) satisfies ProviderDiagnosticResponse);
  });
};
