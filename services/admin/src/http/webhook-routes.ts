import { parseBody, parseParams } from "@orbline/kit/http/parse";
import { replaySchema, type ReplayWebhookResponse } from "@orbline/proto/http/admin/operations";
import type { Router } from "express";
import type { AdminDeps } from "../use-cases/ports.ts";
import { replayWebhook } from "../use-cases/webhooks.ts";
import { actorOf, idParamsSchema, requireRecentProof } from "./requests.ts";

/** The route that processes an event of the payment provider again; billing lists them. */
export function addWebhookRoutes(router: Router, deps: AdminDeps): void {
  router.post("/api/admin/webhooks/:id/replay", requireRecentProof, async (request, response) => {
    const { id } = parseParams(idParamsSchema, request);
    const { reason } = parseBody(replaySchema, request);
    const webhook = await replayWebhook(deps, { id, actorId: actorOf(response), reason });
    response.json({ webhook } satisfies ReplayWebhookResponse);
  });
}
