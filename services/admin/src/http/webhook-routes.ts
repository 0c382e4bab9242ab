import { adminOf } from "@orbline/kit/http/app";
import { parseBody, parseParams, parseQuery } from "@orbline/kit/http/parse";
import {
  replaySchema,
  webhooksQuerySchema,
  type ReplayWebhookResponse,
  type Webhook as WebhookAnswer,
  type WebhooksResponse,
} from "@orbline/proto/http/admin-operations";
import type { Router } from "express";
import { z } from "zod";
import type { Webhook } from "../domain/webhook.ts";
import type { Admin } from "../use-cases/admin.ts";

const paramsSchema = z.strictObject({ id: z.string().min(1).max(64) });

const toAnswer = (webhook: Webhook): WebhookAnswer => {
  const { id, type, objectId, attempts, outcome, finishedAt, nextAttemptAt, lastError } = webhook;
  return {
    id,
    type,
    attempts,
    outcome,
    objectId: objectId ?? null,
    receivedAt: webhook.receivedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    lastError: lastError ?? null,
  };
};

/** The inbox of the payment provider's events; admins only. */
export const webhookRoutes =
  (admin: Pick<Admin, "listWebhooks" | "replayWebhook">) =>
  (router: Router): void => {
    router.get("/api/admin/webhooks", async (request, response) => {
      adminOf(response);
      const { limit, cursor, outcome } = parseQuery(webhooksQuerySchema, request);
      const { webhooks, nextCursor } = await admin.listWebhooks({
        limit,
        ...(cursor && { cursor }),
        ...(outcome && { outcome }),
      });
      response.json({
        webhooks: webhooks.map(toAnswer),
        nextCursor: nextCursor ?? null,
      } satisfies WebhooksResponse);
    });

    router.post("/api/admin/webhooks/:id/replay", async (request, response) => {
      const { userId: actorId } = adminOf(response);
      const { id } = parseParams(paramsSchema, request);
      const { reason } = parseBody(replaySchema, request);
      const webhook = await admin.replayWebhook({ id, actorId, reason });
      response.json({ webhook: toAnswer(webhook) } satisfies ReplayWebhookResponse);
    });
  };
