import { parseBody, parseParams, parseQuery } from "@orbline/kit/http/parse";
import {
  replaySchema,
  type ReplayWebhookResponse,
  type Webhook as WebhookResponse,
  webhooksQuerySchema,
  type WebhooksResponse,
} from "@orbline/proto/http/admin/operations";
import type { Router } from "express";
import type { AdminDeps, Webhook } from "../use-cases/ports.ts";
import { replayWebhook } from "../use-cases/webhooks.ts";
import { actorOf, idParamsSchema } from "./requests.ts";

/** The routes of the payment provider's events. */
export function addWebhookRoutes(router: Router, deps: AdminDeps): void {
  router.get("/api/admin/webhooks", async (request, response) => {
    const { webhooks, nextCursor } = await deps.webhooks.list(
      parseQuery(webhooksQuerySchema, request),
    );
    response.json({
      webhooks: webhooks.map(toWebhookResponse),
      nextCursor: nextCursor ?? null,
    } satisfies WebhooksResponse);
  });

  router.post("/api/admin/webhooks/:id/replay", async (request, response) => {
    const { id } = parseParams(idParamsSchema, request);
    const { reason } = parseBody(replaySchema, request);
    const webhook = await replayWebhook(deps, { id, actorId: actorOf(response), reason });
    response.json({ webhook: toWebhookResponse(webhook) } satisfies ReplayWebhookResponse);
  });
}

function toWebhookResponse({
  objectId,
  reason,
  receivedAt,
  finishedAt,
  nextAttemptAt,
  lastError,
  ...webhook
}: Webhook): WebhookResponse {
  return {
    ...webhook,
    objectId: objectId ?? null,
    reason: reason ?? null,
    receivedAt: receivedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    lastError: lastError ?? null,
  };
}
