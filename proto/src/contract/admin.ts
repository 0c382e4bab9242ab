import * as audit from "../http/admin/audit.ts";
import { emptySchema } from "../http/fields.ts";
import * as access from "../http/identity/access.ts";
import * as security from "../http/identity/security.ts";
import * as operations from "../http/admin/operations.ts";
import * as overview from "../http/admin/overview.ts";
import * as payments from "../http/admin/payments.ts";
import * as ratings from "../http/admin/ratings.ts";
import * as tables from "../http/admin/tables.ts";
import * as users from "../http/admin/users.ts";
import type { Call, Calls } from "./call.ts";

function tableOf(service: "identity" | "prediction") {
  return {
    summary: "One page of a table.",
    access: "dashboard",
    proof: true,
    service,
    query: tables.tableQuerySchema,
    response: tables.tableResponseSchema,
  } as const satisfies Call;
}

function accessCommand(summary: string) {
  return {
    summary,
    access: "admin",
    proof: true,
    service: "identity",
    body: emptySchema,
    response: access.accessResponseSchema,
  } as const satisfies Call;
}

/** HTTP calls of the admin screens, handled by admin, and lists handled by their owning service. */
export const adminCalls = {
  "GET /api/admin/users/subscriptions": {
    summary:
      "Users with their subscriptions. Search by a part of a username or email; those that begin with it come first.",
    access: "admin",
    proof: true,
    query: users.adminUsersQuerySchema,
    response: users.adminUsersResponseSchema,
    responseHeaders: {
      "x-total-count": "Number of all matches.",
      "x-next-cursor": "Cursor of the next page; absent on the last.",
    },
  },
  "GET /api/admin/user/{id}/subscription": {
    summary: "One user with the subscription and its state at the payment provider.",
    access: "admin",
    proof: true,
    response: users.adminUserDetailsSchema,
  },
  "POST /api/admin/user/{id}/activate-subscription": {
    summary: "Grant access for a number of days.",
    access: "admin",
    proof: true,
    body: users.activateSubscriptionSchema,
    response: users.adminCommandResponseSchema,
  },
  "POST /api/admin/user/{id}/cancel-subscription": {
    summary: "End access now. The provider cancels at the end of the period.",
    access: "admin",
    proof: true,
    body: users.cancelSubscriptionSchema,
    response: users.adminCommandResponseSchema,
  },
  "GET /api/admin/user/{id}/access": {
    summary: "Whether a user is blocked, has two-step sign-in, and how many sessions are open.",
    access: "admin",
    service: "identity",
    response: access.accessResponseSchema,
  },
  "POST /api/admin/user/{id}/block": accessCommand(
    "Block a user: no login from now on. Ends the sessions.",
  ),
  "POST /api/admin/user/{id}/unblock": accessCommand("Let a blocked user sign in again."),
  "POST /api/admin/user/{id}/end-sessions": accessCommand("End all sessions of a user."),
  "GET /api/admin/table/users": tableOf("identity"),
  "GET /api/admin/table/waitlist_entries": tableOf("identity"),
  "GET /api/admin/table/user_betting_profiles": tableOf("prediction"),
  "GET /api/admin/table/user_bet_history": tableOf("prediction"),
  "GET /api/admin/table/ml_model_performance": tableOf("prediction"),
  "GET /api/admin/ratings": {
    summary: "How fresh the live ratings of each sport are.",
    access: "dashboard",
    service: "prediction",
    response: ratings.ratingsResponseSchema,
  },
  "GET /api/admin/audit": {
    summary: "Audit log, newest first.",
    access: "dashboard",
    proof: true,
    query: audit.auditQuerySchema,
    response: audit.auditResponseSchema,
  },
  "GET /api/admin/security-events": {
    summary: "Sign-ins and security changes of all users, newest first.",
    access: "admin",
    proof: true,
    service: "identity",
    query: security.adminSecurityEventsQuerySchema,
    response: security.adminSecurityEventsResponseSchema,
  },
  "GET /api/admin/overview": {
    summary: "Recurring revenue, access, churn, failed payments and the webhook inbox now.",
    access: "admin",
    service: "billing",
    response: overview.overviewResponseSchema,
  },
  "GET /api/admin/revenue": {
    summary: "Revenue by month and plan, and trial conversion.",
    access: "admin",
    service: "billing",
    query: payments.revenueQuerySchema,
    response: payments.revenueResponseSchema,
  },
  "GET /api/admin/payments": {
    summary: "Payments, newest first.",
    access: "admin",
    proof: true,
    query: payments.paymentsQuerySchema,
    response: payments.paymentsResponseSchema,
  },
  "POST /api/admin/payments/{id}/refund": {
    summary: "Refund a payment or a part of it.",
    access: "admin",
    proof: true,
    timeoutMs: 30_000,
    body: payments.refundPaymentSchema,
    response: payments.refundPaymentResponseSchema,
  },
  "GET /api/admin/webhooks": {
    summary: "Webhook events with their outcome, newest first.",
    access: "admin",
    service: "billing",
    query: operations.webhooksQuerySchema,
    response: operations.webhooksResponseSchema,
  },
  "POST /api/admin/webhooks/{id}/replay": {
    summary: "Process a webhook event again.",
    access: "admin",
    proof: true,
    body: operations.replaySchema,
    response: operations.replayWebhookResponseSchema,
  },
  "GET /api/admin/dead-letters": {
    summary: "Messages between services that could not be handled, by service and topic.",
    access: "admin",
    response: operations.deadLettersResponseSchema,
  },
} as const satisfies Calls;
