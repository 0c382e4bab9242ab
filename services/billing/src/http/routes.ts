import { callerOf } from "@orbline/kit/http/app";
import { parseQuery } from "@orbline/kit/http/parse";
import { sendJsonText } from "@orbline/kit/http/fast-path";
import {
  sessionIdQuerySchema,
  type PlansResponse,
  type SubscriptionDetailsResponse,
  type VerifyResponse,
} from "@orbline/proto/http/billing";
import type { Request, Response, Router } from "express";
import { catalogue } from "../domain/plans.ts";
import type { Viewer } from "../domain/viewer.ts";
import type { Billing } from "../use-cases/billing.ts";
import { checkoutSecret, hashSecret } from "./checkout-cookie.ts";
import { addCheckoutRoutes } from "./checkout-routes.ts";
import { addDiagnosticRoutes } from "./diagnostic-routes.ts";
import { addSubscriptionRoutes } from "./subscription-routes.ts";

const seconds = (date: Date | undefined) => (date ? Math.floor(date.getTime() / 1_000) : null);

const viewerOf = (request: Request, response: Response, origin: string): Viewer => {
  const caller = callerOf(response);
  const secret = checkoutSecret(request, origin);
  return {
    ...(caller.kind === "user" && { userId: caller.userId }),
    ...(secret && { secretHash: hashSecret(secret) }),
  };
};

const plans: PlansResponse = {
  currency: "usd",
  plans: catalogue.map(({ lookupKey: _lookupKey, ...plan }) => plan),
};

const plansText = JSON.stringify(plans);

type Deps = { billing: Billing; origin: string };

const addVerifyRoute = (router: Router, { billing, origin }: Deps) =>
  router.get("/api/verify-subscription-status", async (request, response) => {
    const { session_id: sessionId } = parseQuery(sessionIdQuerySchema, request);
    const viewer = viewerOf(request, response, origin);
    const { success, error, buyer } = await billing.verifyCheckout(sessionId, viewer);
    const answer: VerifyResponse = {
      success,
      ...(error && { error }),
      ...(buyer && { plan: buyer.plan }),
      ...(buyer?.tier && { subscriptionTier: buyer.tier }),
      ...(buyer?.userId && { userId: buyer.userId }),
      ...(buyer?.email && { customerEmail: buyer.email }),
    };
    response.json(answer);
  });

const addDetailsRoute = (router: Router, { billing, origin }: Deps) =>
  router.get("/api/subscription-details", async (request, response) => {
    const { session_id: sessionId } = parseQuery(sessionIdQuerySchema, request);
    const { success, details } = await billing.getSubscriptionDetails(
      sessionId,
      viewerOf(request, response, origin),
    );
    const answer: SubscriptionDetailsResponse = {
      success,
      ...(!success && { message: "Failed to retrieve subscription details" }),
      ...(details && {
        subscription: {
          plan: details.plan,
          status: details.status,
          current_period_start: seconds(details.periodStart),
          current_period_end: seconds(details.periodEnd),
          next_payment_attempt: seconds(details.nextAttemptAt),
        },
      }),
    };
    response.json(answer);
  });

/** Billing's routes behind the gateway. */
export const routes = (deps: Deps) => (router: Router) => {
  const { billing } = deps;
  // First, as it is asked for most and each route before it is tried.
  router.get("/api/plans", (_request, response) => sendJsonText(response, plansText));
  addCheckoutRoutes(router, deps);
  addSubscriptionRoutes(router, billing);
  addVerifyRoute(router, deps);
  addDetailsRoute(router, deps);
  addDiagnosticRoutes(router, billing);
};
