import { auditQuerySchema, auditResponseSchema } from "./admin-audit.ts";
import {
  deadLettersQuerySchema,
  deadLettersResponseSchema,
  replayDeadLetterResponseSchema,
  replaySchema,
  replayWebhookResponseSchema,
  webhooksQuerySchema,
  webhooksResponseSchema,
} from "./admin-operations.ts";
import {
  paymentsQuerySchema,
  paymentsResponseSchema,
  refundPaymentResponseSchema,
  refundPaymentSchema,
  revenueQuerySchema,
  revenueResponseSchema,
} from "./admin-payments.ts";
import { tableQuerySchema, tableResponseSchema } from "./admin-tables.ts";
import {
  activateSubscriptionSchema,
  adminCommandResponseSchema,
  adminUserDetailsSchema,
  adminUsersQuerySchema,
  adminUsersResponseSchema,
  cancelSubscriptionSchema,
} from "./admin.ts";
import type { Operations } from "./operation.ts";

const noUser = { 404: "There is no such user." };
const billing = { 503: "Billing or the payment provider does not answer." };

/** The calls that admin answers. */
export const adminOperations: Operations = {
  "GET /api/admin/users/subscriptions": {
    summary: "Users with their subscriptions, found by the beginning of a username or email.",
    query: adminUsersQuerySchema,
    response: adminUsersResponseSchema,
    headers: {
      "x-total-count": "How many match in all.",
      "x-next-cursor": "Where the next page begins; absent on the last.",
    },
  },
  "GET /api/admin/user/{id}/subscription": {
    summary: "One user with the subscription and what the payment provider holds of it.",
    response: adminUserDetailsSchema,
    refusals: { ...noUser, ...billing },
  },
  "POST /api/admin/user/{id}/activate-subscription": {
    summary: "Grants access for some days.",
    body: activateSubscriptionSchema,
    response: adminCommandResponseSchema,
    refusals: { ...noUser, ...billing },
  },
  "POST /api/admin/user/{id}/cancel-subscription": {
    summary: "Ends access now and tells the payment provider to stop at the period's end.",
    body: cancelSubscriptionSchema,
    response: adminCommandResponseSchema,
    refusals: { ...noUser, ...billing },
  },
  "GET /api/admin/table/{tableName}": {
    summary: "One page of a table, as the service that owns it shows it.",
    query: tableQuerySchema,
    response: tableResponseSchema,
    refusals: { 404: "There is no such table.", 503: "The owner of the table does not answer." },
  },
  "GET /api/admin/audit": {
    summary: "What admins did, newest first.",
    query: auditQuerySchema,
    response: auditResponseSchema,
  },
  "GET /api/admin/revenue": {
    summary: "Revenue by month and plan, trials and how many were paid for after.",
    query: revenueQuerySchema,
    response: revenueResponseSchema,
    refusals: billing,
  },
  "GET /api/admin/payments": {
    summary: "Payments, newest first.",
    query: paymentsQuerySchema,
    response: paymentsResponseSchema,
    refusals: billing,
  },
  "POST /api/admin/payments/{id}/refund": {
    summary: "Gives back a payment or a part of it.",
    body: refundPaymentSchema,
    response: refundPaymentResponseSchema,
    refusals: {
      404: "There is no such payment.",
      409: "There is nothing left to give back.",
      503: "The refund is noted and follows when the payment provider answers.",
    },
  },
  "GET /api/admin/webhooks": {
    summary: "The payment provider's events as they lie in the inbox, newest first.",
    query: webhooksQuerySchema,
    response: webhooksResponseSchema,
    refusals: billing,
  },
  "POST /api/admin/webhooks/{id}/replay": {
    summary: "Puts an event back to work.",
    body: replaySchema,
    response: replayWebhookResponseSchema,
    refusals: { 404: "There is no such webhook.", ...billing },
  },
  "GET /api/admin/dead-letters": {
    summary: "Messages that a consumer gave up, newest first.",
    query: deadLettersQuerySchema,
    response: deadLettersResponseSchema,
  },
  "POST /api/admin/dead-letters/{id}/replay": {
    summary: "Hands a message to the consumer that gave it up.",
    body: replaySchema,
    response: replayDeadLetterResponseSchema,
    refusals: { 404: "There is no such dead letter.", 503: "The broker does not answer." },
  },
};
