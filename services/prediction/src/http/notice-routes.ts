import { AppError } from "@orbline/kit/errors";
import { userOf } from "@orbline/kit/http/app";
import { parseBody, parseQuery } from "@orbline/kit/http/parse";
import { mostNotices } from "@orbline/proto/constants/predictions";
import {
  notificationSettingsSchema,
  readNoticesSchema,
  unsubscribeQuerySchema,
  type Notices,
  type NotificationSettings,
} from "@orbline/proto/http/prediction/notices";
import type { Router } from "express";
import type { PredictionDeps } from "../use-cases/ports.ts";
import { toNotice } from "./prediction-responses.ts";

/** What a user should hear of: predictions that were settled. */
export function addNoticeRoutes(
  router: Router,
  {
    predictions,
    notifications,
    slates,
  }: Pick<PredictionDeps, "predictions" | "notifications" | "slates">,
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

  router.get("/api/notification-settings", async (_request, response) => {
    const { userId } = userOf(response);
    const { emails } = await notifications.find(userId);
    const settings: NotificationSettings = { emails };
    response.json(settings);
  });

  router.patch("/api/notification-settings", async (request, response) => {
    const { userId } = userOf(response);
    const settings = parseBody(notificationSettingsSchema, request);
    await notifications.choose(userId, settings.emails, slates.now());
    response.json(settings);
  });
}

/** The target of the link in emails. The token is its only credential, and mail programs post a form (RFC 8058). */
export function addUnsubscribeRoute(
  router: Router,
  { notifications }: Pick<PredictionDeps, "notifications">,
): void {
  router.post("/api/unsubscribe", async (request, response) => {
    const { token } = parseQuery(unsubscribeQuerySchema, request);
    if (!(await notifications.unsubscribe(token)))
      throw new AppError(
        "not-found",
        "unsubscribe.unknown",
        "This link does not work. You can turn emails off in your account.",
      );
    response.status(204).end();
  });
}
