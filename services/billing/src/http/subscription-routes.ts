import { requireProof, userOf } from "@orbline/kit/http/app";
import { parseBody } from "@orbline/kit/http/parse";
import {
  type BillingPortalResponse,
  type InvoicesResponse,
} from "@orbline/proto/http/billing/checkout";
import {
  changePlanSchema,
  previewChangeSchema,
  type ChangePreviewResponse,
} from "@orbline/proto/http/billing/plan-change";
import { emptySchema } from "@orbline/proto/http/fields";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import type { Response, Router } from "express";
import type { BillingDeps } from "../use-cases/ports.ts";
import { changePlan, previewChange } from "../use-cases/subscription/change-plan.ts";
import {
  getSubscriptionStatus,
  listInvoices,
  openPortal,
} from "../use-cases/subscription/queries.ts";
import { resumeRenewal, stopRenewal } from "../use-cases/subscription/renewal.ts";

const iso = (date: Date | undefined) => date?.toISOString() ?? null;

/** Adds the routes of a signed-in user's own subscription: status, renewal, plan, invoices and portal. */
export function addSubscriptionRoutes(router: Router, deps: BillingDeps): void {
  const sendStatus = async (response: Response) => {
    const { access, recurring, trialUsed } = await getSubscriptionStatus(
      deps,
      userOf(response).userId,
    );
    const result: SubscriptionStatusResponse = {
      status: access.accessStatus,
      tier: access.tier,
      plan: access.plan || null,
      periodEnd: iso(access.periodEnd),
      accessUntil: iso(access.accessUntil),
      graceUntil: iso(access.graceUntil),
      nextAttemptAt: iso(access.nextAttemptAt),
      cancelAtPeriodEnd: access.cancelAtPeriodEnd,
      trialUsed,
      recurring: recurring ? { ...recurring, periodEnd: recurring.periodEnd.toISOString() } : null,
    };
    response.json(result);
  };

  router.get("/api/subscription/status", (_request, response) => sendStatus(response));

  router.post("/api/subscription/cancel", async (request, response) => {
    parseBody(emptySchema, request);
    await stopRenewal(deps, userOf(response).userId);
    await sendStatus(response);
  });

  router.post("/api/subscription/resume", async (request, response) => {
    parseBody(emptySchema, request);
    await resumeRenewal(deps, await provenUserOf(response, deps));
    await sendStatus(response);
  });

  router.post("/api/subscription/change/preview", async (request, response) => {
    const { plan } = parseBody(previewChangeSchema, request);
    const preview = await previewChange(deps, userOf(response).userId, plan);
    const result: ChangePreviewResponse = {
      ...preview,
      renewsAt: preview.renewsAt.toISOString(),
      prorationAt: preview.prorationAt.toISOString(),
    };
    response.json(result);
  });

  router.post("/api/subscription/change", async (request, response) => {
    const { plan, prorationAt } = parseBody(changePlanSchema, request);
    const at = prorationAt ? new Date(prorationAt) : undefined;
    await changePlan(deps, await provenUserOf(response, deps), { plan, prorationAt: at });
    await sendStatus(response);
  });

  router.post("/api/billing-portal", async (request, response) => {
    parseBody(emptySchema, request);
    const url = await openPortal(deps, await provenUserOf(response, deps));
    response.json({ url } satisfies BillingPortalResponse);
  });

  router.get("/api/invoices", async (_request, response) => {
    const invoices = await listInvoices(deps, userOf(response).userId);
    const result: InvoicesResponse = {
      invoices: invoices.map(({ createdAt, refundedAt, nextAttemptAt, ...invoice }) => ({
        ...invoice,
        createdAt: createdAt.toISOString(),
        refundedAt: iso(refundedAt),
        nextAttemptAt: iso(nextAttemptAt),
      })),
    };
    response.json(result);
  });
}

/**
 * The user of a call that charges the card, lets it be charged or leads to the cards, which a stolen session must not make. A
 * user without a password cannot prove one. @throws forbidden `proof_required` unless the password was proved within ten minutes
 */
async function provenUserOf(
  response: Response,
  { accounts }: Pick<BillingDeps, "accounts">,
): Promise<string> {
  const { userId } = userOf(response);
  try {
    requireProof(response);
  } catch (error) {
    if ((await accounts.find(userId)).hasPassword) throw error;
  }
  return userId;
}
