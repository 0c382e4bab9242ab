import { callerOf } from "@orbline/kit/http/app";
import { cookieName, hashSecret, readCookie } from "@orbline/kit/http/cookies";
import { parseQuery } from "@orbline/kit/http/parse";
import {
  sessionIdQuerySchema,
  type SubscriptionDetailsResponse,
  type VerifyResponse,
} from "@orbline/proto/http/billing/checkout";
import type { Request, Response, Router } from "express";
import type { Viewer } from "../domain/checkout.ts";
import { compact } from "../domain/compact.ts";
import { getSubscriptionDetails, verifyCheckout } from "../use-cases/checkout/verify-checkout.ts";
import { checkoutCookie, type RouteDeps } from "./checkout-routes.ts";

/** Adds the routes of the success page. */
export function addSuccessRoutes(router: Router, deps: RouteDeps): void {
  router.get("/api/verify-subscription-status", async (request, response) => {
    const { session_id: sessionId } = parseQuery(sessionIdQuerySchema, request);
    const viewer = viewerOf(request, response, deps.origin);
    const { buyer, ...outcome } = await verifyCheckout(deps, sessionId, viewer);
    const result: VerifyResponse = compact({
      ...outcome,
      passwordLink: buyer?.passwordLink,
      plan: buyer?.plan,
      subscriptionTier: buyer?.tier,
      userId: buyer?.userId,
      customerEmail: buyer?.email,
    });
    response.json(result);
  });

  router.get("/api/subscription-details", async (request, response) => {
    const { session_id: sessionId } = parseQuery(sessionIdQuerySchema, request);
    const viewer = viewerOf(request, response, deps.origin);
    const { success, details } = await getSubscriptionDetails(deps, sessionId, viewer);
    const result: SubscriptionDetailsResponse = compact({
      success,
      message: success ? undefined : "Failed to retrieve subscription details",
      subscription: details && {
        plan: details.plan,
        status: details.status,
        current_period_start: seconds(details.periodStart),
        current_period_end: seconds(details.periodEnd),
        next_payment_attempt: seconds(details.nextAttemptAt),
      },
    });
    response.json(result);
  });
}

function viewerOf(request: Request, response: Response, origin: string): Viewer {
  const caller = callerOf(response);
  const secret = readCookie(request.get("cookie"), cookieName(checkoutCookie, origin));
  return {
    userId: caller.kind === "user" ? caller.userId : undefined,
    secretHash: secret ? hashSecret(secret) : undefined,
  };
}

function seconds(date: Date | undefined): number | null {
  return date ? Math.floor(date.getTime() / 1_000) : null;
}
