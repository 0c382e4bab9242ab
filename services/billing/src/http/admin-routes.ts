import { adminOf } from "@orbline/kit/http/app";
import { parseQuery } from "@orbline/kit/http/parse";
import {
  type Webhook,
  webhooksQuerySchema,
  type WebhooksResponse,
} from "@orbline/proto/http/admin/operations";
import type { OverviewResponse } from "@orbline/proto/http/admin/overview";
import { revenueQuerySchema, type RevenueResponse } from "@orbline/proto/http/admin/payments";
import type { Router } from "express";
import { getOverview } from "../use-cases/overview.ts";
import { getRevenue } from "../use-cases/payment/revenue.ts";
import type { BillingDeps, InboxRow } from "../use-cases/ports.ts";

/** Adds the lists of the admin screens that billing owns: the overview, webhook events and revenue. */
export function addAdminRoutes(router: Router, deps: BillingDeps): void {
  router.get("/api/admin/webhooks", async (request, response) => {
    adminOf(response);
    const { id, outcome, ...page } = parseQuery(webhooksQuerySchema, request);
    const filter = id ? { id } : { outcome };
    const { rows, nextCursor = null } = await deps.webhooks.list({ ...page, ...filter });
    response.json({ webhooks: rows.map(toWebhook), nextCursor } satisfies WebhooksResponse);
  });

  router.get("/api/admin/overview", async (_request, response) => {
    adminOf(response);
    const { since, ...overview } = await getOverview(deps);
    response.json({ ...overview, since: since.toISOString() } satisfies OverviewResponse);
  });

  router.get("/api/admin/revenue", async (request, response) => {
    adminOf(response);
    const revenue = await getRevenue(deps, parseQuery(revenueQuerySchema, request));
    response.json(revenue satisfies RevenueResponse);
  });
}

function toWebhook(row: InboxRow): Webhook {
  return {
    ...row,
    objectId: row.objectId || null,
    reason: row.reason ?? null,
    receivedAt: row.receivedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    lastError: row.lastError ?? null,
  };
}
