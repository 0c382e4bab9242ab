import { z } from "zod";
import {
  billingPortalResponseSchema,
  billingPortalSchema,
  checkoutResponseSchema,
  checkoutSchema,
  directSignupResponseSchema,
  directSignupSchema,
  invoicesResponseSchema,
  plansResponseSchema,
  priceIdsResponseSchema,
  providerDiagnosticResponseSchema,
  sessionIdQuerySchema,
  subscriptionDetailsResponseSchema,
  verifyPricesResponseSchema,
  verifyResponseSchema,
} from "./billing.ts";
import {
  changePlanSchema,
  changePreviewResponseSchema,
  changeRenewalSchema,
  previewChangeSchema,
} from "./billing-change.ts";
import type { Operation, Operations } from "./operation.ts";
import { subscriptionStatusResponseSchema } from "./subscription-status.ts";

const provider = { 503: "The payment provider does not answer." };
const noCustomer = { 409: "The user has no subscription with the payment provider." };

const checkout = (summary: string): Operation => ({
  summary,
  body: checkoutSchema,
  response: checkoutResponseSchema,
  refusals: { 409: "The username or email belongs to somebody else.", ...provider },
});

/** The calls that billing answers. */
export const billingOperations: Operations = {
  "POST /api/create-direct-checkout": checkout("Begins a checkout from a checkout button."),
  "POST /api/simplified-checkout": checkout("Begins a checkout with as little as possible."),
  "POST /api/register-with-checkout": checkout("Makes an account and begins its checkout."),
  "POST /api/absolute-price-id-checkout": checkout("Begins a checkout from the sign-up panel."),
  "POST /api/production-site-checkout": checkout("Begins a checkout from the production form."),
  "POST /api/integrated-monthly-checkout": checkout("Sign-up and checkout of the monthly plan."),
  "POST /api/integrated-annual-checkout": checkout("Sign-up and checkout of the annual plan."),
  "POST /api/direct-signup-checkout": {
    ...checkout("Begins a checkout by an email alone."),
    body: directSignupSchema,
    response: directSignupResponseSchema,
  },
  "GET /api/subscription/status": {
    summary: "How the signed-in user's subscription stands.",
    response: subscriptionStatusResponseSchema,
  },
  "POST /api/subscription/cancel": {
    summary: "Ends the renewal of the subscription; access stays until the period ends.",
    body: changeRenewalSchema,
    response: subscriptionStatusResponseSchema,
    refusals: { 409: "There is nothing to cancel.", ...provider },
  },
  "POST /api/subscription/resume": {
    summary: "Takes a cancellation back.",
    body: changeRenewalSchema,
    response: subscriptionStatusResponseSchema,
    refusals: { 409: "There is nothing to resume.", ...provider },
  },
  "POST /api/subscription/change/preview": {
    summary: "What a change of plan would cost now; changes nothing.",
    body: previewChangeSchema,
    response: changePreviewResponseSchema,
    refusals: { 409: "There is nothing to change.", ...provider },
  },
  "POST /api/subscription/change": {
    summary: "Changes the plan of the running subscription.",
    body: changePlanSchema,
    response: subscriptionStatusResponseSchema,
    refusals: { 409: "There is nothing to change, or the card was declined.", ...provider },
  },
  "POST /api/billing-portal": {
    summary: "The provider's page on which the user manages cards and bills.",
    body: billingPortalSchema,
    response: billingPortalResponseSchema,
    refusals: { ...noCustomer, ...provider },
  },
  "GET /api/invoices": {
    summary: "Bills of the signed-in user.",
    response: invoicesResponseSchema,
    refusals: provider,
  },
  "GET /api/verify-subscription-status": {
    summary: "Whether a checkout was paid; more than that is told to the buyer's own browser only.",
    query: sessionIdQuerySchema,
    response: verifyResponseSchema,
    refusals: provider,
  },
  "GET /api/subscription-details": {
    summary: "What a checkout was for; told to the buyer's own browser only.",
    query: sessionIdQuerySchema,
    response: subscriptionDetailsResponseSchema,
    refusals: provider,
  },
  "GET /api/plans": { summary: "The plans and their prices.", response: plansResponseSchema },
  "GET /api/production-price-ids": {
    summary: "The provider's price of each plan.",
    response: priceIdsResponseSchema,
    refusals: provider,
  },
  "GET /api/verify-price-ids": {
    summary: "Whether the provider's prices are those of the catalogue.",
    response: verifyPricesResponseSchema,
    refusals: provider,
  },
  "GET /api/stripe-diagnostic-pro": {
    summary: "Whether the payment provider answers, and in which mode it is used.",
    response: providerDiagnosticResponseSchema,
  },
  "POST /api/webhooks/stripe": {
    summary: "Takes an event of the payment provider; its signature is the only credential.",
    body: z.record(z.string(), z.unknown()),
    response: z.object({ received: z.literal(true) }),
    refusals: { 400: "The signature is not the provider's." },
  },
};
