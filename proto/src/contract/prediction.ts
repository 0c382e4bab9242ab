import type { Calls } from "./call.ts";
import {
  newPredictionResponseSchema,
  newPredictionSchema,
  storedPredictionSchema,
} from "../http/prediction/prediction.ts";
import {
  guardrailsSchema,
  limitParamsSchema,
  limitsSchema,
  selfExclusionSchema,
  timeOutSchema,
} from "../http/prediction/guardrails.ts";
import {
  historyQuerySchema,
  historyResponseSchema,
  historySeriesQuerySchema,
  historySeriesSchema,
} from "../http/prediction/history.ts";
import { bettingProfileSchema, modelPerformanceSchema } from "../http/prediction/track-record.ts";
import {
  consistencyQuerySchema,
  consistencySchema,
  leavesQuerySchema,
  leavesSchema,
  receiptParamsSchema,
  receiptPreviewSchema,
  receiptSchema,
  shareSchema,
  treeHeadsQuerySchema,
  treeHeadsSchema,
} from "../http/prediction/record-log.ts";
import { priceCheckResponseSchema, priceCheckSchema } from "../http/prediction/price-check.ts";
import {
  ledgerQuerySchema,
  ledgerSchema,
  newBetSchema,
  recordedBetSchema,
} from "../http/prediction/ledger.ts";
import {
  noticesSchema,
  notificationSettingsSchema,
  readNoticesSchema,
  unsubscribeQuerySchema,
} from "../http/prediction/notices.ts";
import {
  forgetPushDeviceSchema,
  newPushDeviceSchema,
  pushDeviceParamsSchema,
  pushDevicesSchema,
} from "../http/prediction/push.ts";
import { emptySchema } from "../http/fields.ts";
import {
  estimatesResponseSchema,
  slateQuerySchema,
  slateResponseSchema,
} from "../http/prediction/slate.ts";

/** HTTP calls that prediction handles. */
export const predictionCalls = {
  "POST /api/new-prediction": {
    summary: "Generate a single bet or parlay. For subscribers.",
    access: "user",
    body: newPredictionSchema,
    responseHeaders: {
      "RateLimit-Policy": "Quotas per user, by draft-ietf-httpapi-ratelimit-headers-10.",
      RateLimit: "What is left of each quota, and the seconds until it is renewed.",
    },
    response: newPredictionResponseSchema,
  },
  "GET /api/predictions": {
    summary: "Predictions of the signed-in user, newest first, with totals.",
    access: "user",
    rate: "per-user",
    query: historyQuerySchema,
    response: historyResponseSchema,
  },
  "GET /api/predictions/series": {
    summary: "Profit of the signed-in user's settled predictions by day.",
    access: "user",
    rate: "per-user",
    query: historySeriesQuerySchema,
    response: historySeriesSchema,
  },
  "GET /api/predictions/{id}": {
    summary: "One prediction of the signed-in user with its outcome.",
    access: "user",
    response: storedPredictionSchema,
  },
  "POST /api/predictions/{id}/bet": {
    summary: "Record what the signed-in user really bet on a prediction, or correct it.",
    access: "user",
    rate: "per-user",
    body: newBetSchema,
    response: recordedBetSchema,
  },
  "DELETE /api/predictions/{id}/bet": {
    summary: "Remove the recorded bet on a prediction.",
    access: "user",
    status: 204,
  },
  "GET /api/ledger": {
    summary: "Recorded bets of the signed-in user with their outcomes, the newest first.",
    access: "user",
    rate: "per-user",
    query: ledgerQuerySchema,
    response: ledgerSchema,
  },
  "GET /api/notices": {
    summary: "The last settled predictions of the signed-in user, and which of them are unread.",
    access: "user",
    response: noticesSchema,
  },
  "POST /api/notices/read": {
    summary: "Mark settled predictions as read.",
    access: "user",
    body: readNoticesSchema,
    status: 204,
  },
  "GET /api/notification-settings": {
    summary: "When the signed-in user wants emails about settled picks.",
    access: "user",
    response: notificationSettingsSchema,
  },
  "PATCH /api/notification-settings": {
    summary: "Change when the signed-in user gets emails about settled picks.",
    access: "user",
    body: notificationSettingsSchema,
    response: notificationSettingsSchema,
  },
  "GET /api/push-devices": {
    summary:
      "Browsers to which the signed-in user's settled picks are pushed (Web Push, RFC 8030).",
    access: "user",
    response: pushDevicesSchema,
  },
  "POST /api/push-devices": {
    summary:
      "Push settled picks of the signed-in user to this browser, at most 10, by its push subscription.",
    access: "user",
    body: newPushDeviceSchema,
    status: 204,
  },
  "DELETE /api/push-devices/{id}": {
    summary: "Stop pushing to one of the signed-in user's browsers.",
    access: "user",
    params: pushDeviceParamsSchema,
    status: 204,
  },
  "POST /api/push-devices/forget": {
    summary:
      "Stop pushing to the browser that knows this endpoint, without a session, as after a sign-out.",
    access: "anyone",
    body: forgetPushDeviceSchema,
    status: 204,
  },
  "POST /api/unsubscribe": {
    summary:
      "Stop emails about settled picks by the link in one of them, without a session (RFC 8058). The body is ignored.",
    access: "anyone",
    query: unsubscribeQuerySchema,
    status: 204,
  },
  "GET /api/betting-profile": {
    summary: "Betting profile of the signed-in user.",
    access: "user",
    rate: "per-user",
    response: bettingProfileSchema,
  },
  "POST /api/price-check": {
    summary:
      "Judge the odds of a bet that the user found. Without a plan, three times a day; not during a break.",
    access: "anyone",
    body: priceCheckSchema,
    response: priceCheckResponseSchema,
  },
  "GET /api/guardrails": {
    summary: "Limits, their use and the breaks of the signed-in user.",
    access: "user",
    rate: "per-user",
    response: guardrailsSchema,
  },
  "PATCH /api/guardrails/limits": {
    summary:
      "Change limits. A lower one binds at once; a higher one, or none, waits to be confirmed.",
    access: "user",
    rate: "per-user",
    body: limitsSchema,
    response: guardrailsSchema,
  },
  "POST /api/guardrails/limits/{name}/confirm": {
    summary: "Confirm a higher limit, or none, 24 hours after it was requested.",
    access: "user",
    rate: "per-user",
    params: limitParamsSchema,
    body: emptySchema,
    response: guardrailsSchema,
  },
  "DELETE /api/guardrails/limits/{name}/pending": {
    summary: "Drop a higher limit that waits to be confirmed.",
    access: "user",
    rate: "per-user",
    params: limitParamsSchema,
    response: guardrailsSchema,
  },
  "POST /api/guardrails/time-out": {
    summary: "Refuse predictions for some days. A time-out can be made longer, never shorter.",
    access: "user",
    rate: "per-user",
    body: timeOutSchema,
    response: guardrailsSchema,
  },
  "POST /api/guardrails/self-exclusion": {
    summary:
      "Refuse predictions and new purchases for 6 months to 5 years, and stop the renewal. It cannot be undone.",
    access: "user",
    rate: "per-user",
    body: selfExclusionSchema,
    response: guardrailsSchema,
  },
  "GET /api/slate": {
    summary: "Games of a sport that predictions can use now, with the best prices.",
    access: "anyone",
    query: slateQuerySchema,
    requestHeaders: ["accept-encoding"],
    response: slateResponseSchema,
  },
  "GET /api/estimates": {
    summary: "Our estimates of the games of a sport. For subscribers, not during a break.",
    access: "user",
    query: slateQuerySchema,
    requestHeaders: ["accept-encoding"],
    response: estimatesResponseSchema,
  },
  "GET /api/model-performance": {
    summary: "Results of all settled predictions, and the back-test.",
    access: "anyone",
    requestHeaders: ["accept-encoding", "if-none-match"],
    responseHeaders: { ETag: "The state of the record, for If-None-Match." },
    response: modelPerformanceSchema,
  },
  "POST /api/predictions/{id}/share": {
    summary: "Share a prediction of the signed-in user: its receipt becomes public under the slug.",
    access: "user",
    body: emptySchema,
    response: shareSchema,
  },
  "DELETE /api/predictions/{id}/share": {
    summary: "Stop sharing a prediction of the signed-in user.",
    access: "user",
    status: 204,
  },
  "GET /api/receipts/{slug}": {
    summary: "A shared prediction with its proof of inclusion in the record log.",
    access: "anyone",
    params: receiptParamsSchema,
    response: receiptSchema,
  },
  "GET /api/receipts/{slug}/preview": {
    summary: "Title and description of a shared prediction, for link previews.",
    access: "anyone",
    params: receiptParamsSchema,
    response: receiptPreviewSchema,
  },
  "GET /api/receipts/{slug}/image": {
    summary: "A shared prediction as a picture of 1200 by 630 pixels, for link previews.",
    access: "anyone",
    rate: "record",
    params: receiptParamsSchema,
    responseType: "image/png",
  },
  "GET /api/record/heads": {
    summary: "Signed tree heads of the record log: the newest, or 500 from a number on.",
    access: "anyone",
    rate: "record",
    query: treeHeadsQuerySchema,
    response: treeHeadsSchema,
  },
  "GET /api/record/consistency": {
    summary: "Proof that the record log of one size begins with the log of a smaller size.",
    access: "anyone",
    rate: "record",
    query: consistencyQuerySchema,
    response: consistencySchema,
  },
  "GET /api/record/leaves": {
    summary:
      "500 leaves of the record log from a number on; disclosed once their games have started.",
    access: "anyone",
    rate: "record",
    query: leavesQuerySchema,
    response: leavesSchema,
  },
} as const satisfies Calls;
