import { userOf } from "@orbline/kit/http/app";
import { parseBody } from "@orbline/kit/http/parse";
import {
  billingPortalSchema,
  type BillingPortalResponse,
  type InvoicesResponse,
} from "@orbline/proto/http/billing";
import {
  changePlanSchema,
  changeRenewalSchema,
  previewChangeSchema,
  type ChangePreviewResponse,
} from "@orbline/proto/http/billing-change";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/subscription-status";
import type { Response, Router } from "express";
import type { Billing } from "../use-cases/billing.ts";

const iso = (date: Date | undefined) => date?.toISOString() ?? null;

/** A signed-in user's own subscription: read it, stop and resume its renewal, its bills and the portal. */
export const addSubscriptionRoutes = (router: Router, billing: Billing): void => {
  const answerStatus = async (response: Response) => {
    const { access, recurring } = await billing.getSubscriptionStatus(userOf(response).userId);
    const answer: SubscriptionStatusResponse = {
      status: access.accessStatus,
      tier: access.tier,
      plan: access.plan || null,
      periodEnd: iso(access.periodEnd),
      accessUntil: iso(access.accessUntil),
      graceUntil: iso(access.graceUntil),
      nextAttemptAt: iso(access.nextAttemptAt),
      cancelAtPeriodEnd: access.cancelAtPeriodEnd,
      recurring: recurring ? { ...recurring, periodEnd: recurring.periodEnd.toISOString() } : null,
    };
    response.json(answer);
  };

  router.get("/api/subscription/status", (_request, response) => answerStatus(response));

  router.post("/api/subscription/cancel", async (request, response) => {
    parseBody(changeRenewalSchema, request);
    await billing.stopRenewal(userOf(response).userId);
    await answerStatus(response);
  });

  router.post("/api/subscription/resume", async (request, response) => {
    parseBody(changeRenewalSchema, request);
    await billing.resumeRenewal(userOf(response).userId);
    await answerStatus(response);
  });

  router.post("/api/subscription/change/preview", async (request, response) => {
    const { plan } = parseBody(previewChangeSchema, request);
    const preview = await billing.previewChange(userOf(response).userId, plan);
    const answer: ChangePreviewResponse = {
      ...preview,
      renewsAt: preview.renewsAt.toISOString(),
      prorationAt: preview.prorationAt.toISOString(),
    };
    response.json(answer);
  });

  router.post("/api/subscription/change", async (request, response) => {
    const { plan, prorationAt } = parseBody(changePlanSchema, request);
    const at = prorationAt && { prorationAt: new Date(prorationAt) };
    await billing.changePlan(userOf(response).userId, { plan, ...at });
    await answerStatus(response);
  });

  router.post("/api/billing-portal", async (request, response) => {
    parseBody(billingPortalSchema, request);
    const url = await billing.openPortal(userOf(response).userId);
    response.json({ url } satisfies BillingPortalResponse);
  });

  router.get("/api/invoices", async (_request, response) => {
    const invoices = await billing.listInvoices(userOf(response).userId);
    const answer: InvoicesResponse = {
      invoices: invoices.map(({ createdAt, nextAttemptAt, ...invoice }) => ({
        ...invoice,
        createdAt: createdAt.toISOString(),
        nextAttemptAt: iso(nextAttemptAt),
      })),
    };
    response.json(answer);
  });
};
