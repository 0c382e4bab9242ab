import { sendJsonText } from "@orbline/kit/http/fast-path";
import type {
  PlansResponse,
  PriceIdsResponse,
  ProviderDiagnosticResponse,
  VerifyPricesResponse,
} from "@orbline/proto/http/billing/checkout";
import express, { type Router } from "express";
import { agreesWith, catalog } from "../domain/plans.ts";
import type { PaymentProvider } from "../use-cases/payment-provider.ts";
import type { BillingDeps } from "../use-cases/ports.ts";
import { receiveWebhook } from "../use-cases/webhooks.ts";
import { addAdminRoutes } from "./admin-routes.ts";
import { addCheckoutRoutes, type RouteDeps } from "./checkout-routes.ts";
import { addSubscriptionRoutes } from "./subscription-routes.ts";
import { addSuccessRoutes } from "./success-routes.ts";

type Prices = Awaited<ReturnType<PaymentProvider["findPrices"]>>;

const maxPayloadBytes = 262_144;

const plans: PlansResponse = {
  currency: "usd",
  plans: catalog.map(({ lookupKey: _lookupKey, name: _name, ...plan }) => plan),
};

const plansText = JSON.stringify(plans);

/** Adds billing's routes behind the gateway. */
export function addRoutes(router: Router, deps: RouteDeps): void {
  // First, because this route has the most calls and routes are tried in order.
  router.get("/api/plans", (_request, response) => sendJsonText(response, plansText));
  addCheckoutRoutes(router, deps);
  addSubscriptionRoutes(router, deps);
  addSuccessRoutes(router, deps);
  addDiagnosticRoutes(router, deps);
  addAdminRoutes(router, deps);
}

/**
 * Adds the provider's webhook. Its only credential is the signature over the raw bytes; it responds once the event is
 * stored.
 */
export function addWebhookRoute(router: Router, deps: BillingDeps): void {
  router.post(
    "/api/webhooks/stripe",
    express.raw({ type: () => true, limit: maxPayloadBytes }),
    async (request, response) => {
      const payload: unknown = request.body;
      const bytes = Buffer.isBuffer(payload) ? payload : Buffer.alloc(0);
      await receiveWebhook(deps, bytes, request.get("stripe-signature"));
      response.json({ received: true });
    },
  );
}

/** Public facts about plans and provider: prices and whether they match the catalog, never a secret. */
function addDiagnosticRoutes(router: Router, { provider, share }: BillingDeps): void {
  const findPrices = () => share("prices", () => provider.findPrices());

  router.get("/api/production-price-ids", async (_request, response) => {
    const checked = checkPrices(await findPrices());
    const prices = checked.map(({ matches: _matches, ...price }) => price);
    response.json({ prices } satisfies PriceIdsResponse);
  });

  router.get("/api/verify-price-ids", async (_request, response) => {
    const prices = checkPrices(await findPrices());
    const valid = prices.every(({ matches }) => matches);
    response.json({ valid, prices } satisfies VerifyPricesResponse);
  });

  router.get("/api/stripe-diagnostic-pro", async (_request, response) => {
    const reachable = await findPrices().then(
      () => true,
      () => false,
    );
    response.json({ reachable, mode: provider.mode } satisfies ProviderDiagnosticResponse);
  });
}

/** Every plan with the provider's current price, and whether they match. */
function checkPrices(prices: Prices) {
  return catalog.map((plan) => {
    const price = prices.get(plan.lookupKey);
    return {
      plan: plan.id,
      priceId: price?.id ?? null,
      amountCents: price?.amountCents ?? null,
      currency: price?.currency ?? null,
      active: price?.active ?? false,
      matches: !!price?.active && agreesWith(plan, price),
    };
  });
}
