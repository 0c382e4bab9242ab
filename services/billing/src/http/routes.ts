import { callerOf } from "@orbline/kit/http";
import { parseQuery } from "@orbline/kit/http-body";
import {
  sessionIdQuerySchema,
  type PlansResponse,
  type SubscriptionDetailsResponse,
  type VerifyResponse,
} from "@orbline/proto/http/billing";
import type { Response, Router } from "express";
import { catalogue } from "../domain/plans.ts";
import type { Billing } from "../use-cases/billing.ts";
import { addCheckoutRoutes } from "./checkout-routes.ts";
import { addDiagnosticRoutes } from "./diagnostic-routes.ts";
import { addSubscriptionRoutes } from "./subscription-routes.ts";

const seconds = (date: Date | undefined) => (date ? Math.floor(date.getTime() / 1_000) : null);

const callerId = (response: Response) => {
  const caller = callerOf(response);
  return caller.kind === "user" ? caller.userId : undefined;
};

const plans: PlansResponse = {
  currency: "usd",
  plans: catalogue.map(({ lookupKey: _lookupKey, ...plan }) => plan),
};

const addVerifyRoute = (router: Router, billing: Billing) =>
  router.get("/api/verify-subscription-status", async (request, response) => {
    const { session_id: sessionId } = parseQuery(sessionIdQuerySchema, request);
    const { success, error, buyer } = await billing.verifyCheckout(sessionId, callerId(response));
    const answer: VerifyResponse = {
      success,
      ...(error && { error }),
      ...(buyer && { subscriptionTier: buyer.tier, plan: buyer.plan, userId: buyer.userId }),
      ...(buyer?.email && { customerEmail: buyer.email }),
    };
    response.json(answer);
  });

const addDetailsRoute = (router: Router, billing: Billing) =>
  router.get("/api/subscription-details", async (request, response) => {
    const { session_id: sessionId } = parseQuery(sessionIdQuerySchema, request);
    const { success, details } = await billing.getSubscriptionDetails(
      sessionId,
      callerId(response),
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
export const routes =
  ({ billing, origin }: { billing: Billing; origin: string }) =>
  (router: Router) => {
    addCheckoutRoutes(router, { billing, origin });
    addSubscriptionRoutes(router, billing);
    addVerifyRoute(router, billing);
    addDetailsRoute(router, billing);
    addDiagnosticRoutes(router, billing);
    router.get("/api/plans", (_request, response) => void response.json(plans));
  };
