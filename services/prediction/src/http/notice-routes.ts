import { userOf } from "@orbline/kit/http/app";
import { parseBody } from "@orbline/kit/http/parse";
import { mostNotices } from "@orbline/proto/constants/predictions";
import { readNoticesSchema, type Notices } from "@orbline/proto/http/prediction/notices";
import type { Router } from "express";
import type { PredictionDeps } from "../use-cases/ports.ts";
import { toNotice } from "./prediction-responses.ts";

/** What a user should hear of: predictions that were settled. */
export function addNoticeRoutes(
  router: Router,
  { predictions }: Pick<PredictionDeps, "predictions">,
): void {
  router.get("/api/notices", async (_request, response) => {
    const { userId } = userOf(response);
    const settled = await predictions.listSettled(userId, mostNotices);
    const notices: Notices = { notices: settled.map(toNotice) };
    response.json(notices);
  });

  router.post("/api/notices/read", async (request, response) => {
    const { userId } = userOf(response);
    const { ids } = parseBody(readNoticesSchema, request);
    await predictions.markRead(userId, ids);
    response.status(204).end();
  });
}
