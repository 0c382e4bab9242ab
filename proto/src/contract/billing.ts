import { z } from "zod";
import * as http from "../http/billing/checkout.ts";
import * as planChange from "../http/billing/plan-change.ts";
import { emptySchema } from "../http/fields.ts";
import type { Call, Calls } from "./call.ts";
import { subscriptionStatusResponseSchema } from "../http/billing/subscription-status.ts";

/** The provider times out after 10 s and its client retries twice. */
const callsProvider = { rate: "checkout", timeoutMs: 30_000 } as const;

function checkout(summary: string) {
  return {
    summary,
    access: "anyone",
    ...callsProvider,
    requestCookies: ["checkout"],
    setsCookies: true,
    body: http.checkoutSchema,
    response: http.checkoutResponseSchema,
  } as const satisfies Call;
}

/** HTTP calls that billing handles. */
export const billingCalls = {
  "POST /api/create-direct-checkout": checkout("Start a checkout from a checkout button."),
  "POST /api/simplified-checkout": checkout("Start a checkout with the fewest fields."),
  "POST /api/register-with-checkout": checkout("Create an account and start its checkout."),
  "POST /api/absolute-price-id-checkout": checkout("Start a checkout from the sign-up panel."),
  "POST /api/production-site-checkout": checkout("Start a checkout from the production form."),
  "POST /api/integrated-monthly-checkout": checkout(
    "Sign up for the monthly plan and start its checkout.",
  ),
  "POST /api/integrated-annual-checkout": checkout(
    "Sign up for the annual plan and start its checkout.",
  ),
  "POST /api/direct-signup-checkout": {
    ...checkout("Start a guest checkout, with an email only."),
    body: http.directSignupSchema,
    response: http.directSignupResponseSchema,
  },
  "GET /api/subscription/status": {
    summary: "Subscription status of the signed-in user.",
    access: "user",
    response: subscriptionStatusResponseSchema,
  },
  "POST /api/subscription/cancel": {
    summary: "Cancel the subscription at the end of its period.",
    access: "user",
    ...callsProvider,
    // Other clients behind the same address must not keep a user from canceling.
    rate: "per-user",
    body: emptySchema,
    response: subscriptionStatusResponseSchema,
  },
  "POST /api/subscription/resume": {
    summary: "Resume a canceled subscription.",
    access: "user",
    ...callsProvider,
    body: emptySchema,
    response: subscriptionStatusResponseSchema,
  },
  "POST /api/subscription/change/preview": {
    summary: "Preview the cost of a plan change.",
    access: "user",
    ...callsProvider,
    body: planChange.previewChangeSchema,
    response: planChange.changePreviewResponseSchema,
  },
  "POST /api/subscription/change": {
    summary: "Change the plan of the current subscription.",
    access: "user",
    ...callsProvider,
    body: planChange.changePlanSchema,
    response: subscriptionStatusResponseSchema,
  },
  "POST /api/billing-portal": {
    summary: "URL of the payment provider's portal for cards and invoices.",
    access: "user",
    ...callsProvider,
    body: emptySchema,
    response: http.billingPortalResponseSchema,
  },
  "GET /api/invoices": {
    summary: "Invoices of the signed-in user.",
    access: "user",
    ...callsProvider,
    rate: "payment-reads",
    response: http.invoicesResponseSchema,
  },
  "GET /api/verify-subscription-status": {
    summary: "Whether a checkout was paid. Details are for the buyer's own browser only.",
    access: "anyone",
    ...callsProvider,
    rate: "payment-reads",
    requestCookies: ["checkout"],
    query: http.sessionIdQuerySchema,
    response: http.verifyResponseSchema,
  },
  "GET /api/subscription-details": {
    summary: "What a checkout was for. Details are for the buyer's own browser only.",
    access: "anyone",
    ...callsProvider,
    rate: "payment-reads",
    requestCookies: ["checkout"],
    query: http.sessionIdQuerySchema,
    response: http.subscriptionDetailsResponseSchema,
  },
  "GET /api/plans": {
    summary: "Plans and their prices.",
    access: "anyone",
    response: http.plansResponseSchema,
  },
  "GET /api/production-price-ids": {
    summary: "Price id of each plan at the payment provider.",
    access: "anyone",
    ...callsProvider,
    response: http.priceIdsResponseSchema,
  },
  "GET /api/verify-price-ids": {
    summary: "Whether the provider's prices match the plans.",
    access: "anyone",
    ...callsProvider,
    response: http.verifyPricesResponseSchema,
  },
  "GET /api/stripe-diagnostic-pro": {
    summary: "Whether the payment provider responds, and its mode.",
    access: "anyone",
    ...callsProvider,
    response: http.providerDiagnosticResponseSchema,
  },
  "POST /api/webhooks/stripe": {
    summary: "Receive a webhook event. Its signature is the only credential.",
    access: "provider",
    rate: "webhook",
    bodyLimit: 262_144,
    credentialHeader: "stripe-signature",
    body: z.record(z.string(), z.unknown()),
    response: z.object({ received: z.literal(true) }),
  },
} as const satisfies Calls;
