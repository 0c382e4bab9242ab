import { auditQuerySchema, auditResponseSchema } from "../http/admin/audit.ts";
import {
  replaySchema,
  replayWebhookResponseSchema,
  webhooksQuerySchema,
  webhooksResponseSchema,
} from "../http/admin/operations.ts";
import {
  paymentsQuerySchema,
  paymentsResponseSchema,
  refundPaymentResponseSchema,
  refundPaymentSchema,
  revenueQuerySchema,
  revenueResponseSchema,
} from "../http/admin/payments.ts";
import { tableQuerySchema, tableResponseSchema } from "../http/admin/tables.ts";
import {
  activateSubscriptionSchema,
  adminCommandResponseSchema,
  adminUserDetailsSchema,
  adminUsersQuerySchema,
  adminUsersResponseSchema,
  cancelSubscriptionSchema,
} from "../http/admin/users.ts";
import type { Call, Calls } from "./call.ts";

function tableOf(service: "identity" | "prediction") {
  return {
    summary: "One page of a table.",
    access: "admin",
    service,
    query: tableQuerySchema,
    response: tableResponseSchema,
  } as const satisfies Call;
}

/** HTTP calls of the admin screens: those that admin answers, and lists that come from their owning service. */
export const adminCalls = {
  "GET /api/admin/users/subscriptions": {
    summary: "Users with their subscriptions. Search by the start of a username or email.",
    access: "admin",
    query: adminUsersQuerySchema,
    response: adminUsersResponseSchema,
    responseHeaders: {
      "x-total-count": "Number of all matches.",
      "x-next-cursor": "Cursor of the next page; absent on the last.",
    },
  },
  "GET /api/admin/user/{id}/subscription": {
    summary: "One user with the subscription and its state at the payment provider.",
    access: "admin",
    response: adminUserDetailsSchema,
  },
  "POST /api/admin/user/{id}/activate-subscription": {
    summary: "Grant access for a number of days.",
    access: "admin",
    body: activateSubscriptionSchema,
    response: adminCommandResponseSchema,
  },
  "POST /api/admin/user/{id}/cancel-subscription": {
    summary: "End access now. The provider cancels at the end of the period.",
    access: "admin",
    body: cancelSubscriptionSchema,
    response: adminCommandResponseSchema,
  },
  "GET /api/admin/table/users": tableOf("identity"),
  "GET /api/admin/table/waitlist_entries": tableOf("identity"),
  "GET /api/admin/table/user_betting_profiles": tableOf("prediction"),
  "GET /api/admin/table/user_bet_history": tableOf("prediction"),
  "GET /api/admin/table/ml_model_performance": tableOf("prediction"),
  "GET /api/admin/audit": {
    summary: "Audit log, newest first.",
    access: "admin",
    query: auditQuerySchema,
    response: auditResponseSchema,
  },
  "GET /api/admin/revenue": {
    summary: "Revenue by month and plan, and trial conversion.",
    access: "admin",
    service: "billing",
    query: revenueQuerySchema,
    response: revenueResponseSchema,
  },
  "GET /api/admin/payments": {
    summary: "Payments, newest first.",
    access: "admin",
    query: paymentsQuerySchema,
    response: paymentsResponseSchema,
  },
  "POST /api/admin/payments/{id}/refund": {
    summary: "Refund a payment or a part of it.",
    access: "admin",
    timeoutMs: 30_000,
    body: refundPaymentSchema,
    response: refundPaymentResponseSchema,
  },
  "GET /api/admin/webhooks": {
    summary: "Webhook events with their outcome, newest first.",
    access: "admin",
    service: "billing",
    query: webhooksQuerySchema,
    response: webhooksResponseSchema,
  },
  "POST /api/admin/webhooks/{id}/replay": {
    summary: "Process a webhook event again.",
    access: "admin",
    body: replaySchema,
    response: replayWebhookResponseSchema,
  },
} as const satisfies Calls;
