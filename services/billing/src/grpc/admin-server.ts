import { AppError } from "@orbline/kit/errors";
import { grpcService } from "@orbline/kit/grpc/handler";
import { parseInput } from "@orbline/kit/input";
import type { BillingAdminServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAdminService";
import type { WebhookEvent } from "@orbline/proto/gen/billing/v1/WebhookEvent";
import { z } from "zod";
import { toPaymentState, toState } from "../events/encode-state.ts";
import { compact } from "../domain/compact.ts";
import { paymentStatuses } from "../domain/payment/payment.ts";
import { refundPayment } from "../use-cases/payment/refund-payment.ts";
import type { BillingDeps, InboxRow } from "../use-cases/ports.ts";
import { replayWebhook } from "../use-cases/webhooks.ts";

const listSchema = z.object({
  limit: z
    .int()
    .max(200)
    .min(0)
    .transform((limit) => limit || 50),
  cursor: z.string(),
  id: z.string().optional(),
  userId: z.string().optional(),
  status: z.enum(paymentStatuses).optional(),
});

/** Serves billing's calls to the admin service. */
export function adminServer(deps: BillingDeps) {
  return grpcService<BillingAdminServiceDefinition>({
    file: "billing/v1/billing_admin.proto",
    name: "billing.v1.BillingAdminService",
    allow: {
      ListPayments: ["admin"],
      RefundPayment: ["admin"],
      GetWebhook: ["admin"],
      ReplayWebhook: ["admin"],
    },
    handlers: {
      ListPayments: async (request) => {
        const { id, userId, status, ...page } = parseInput(listSchema, request);
        const filter = id ? { id } : { userId, status };
        const { rows, nextCursor } = await deps.payments.list({ ...page, ...filter });
        return { payments: rows.map(toPaymentState), nextCursor: nextCursor ?? "" };
      },
      RefundPayment: async ({ paymentId, amountCents, commandId }) => {
        const refunded = await refundPayment(deps, { paymentId, commandId, amountCents });
        const { payment, version, access, subscriptionVersion } = refunded;
        const subscription = toState(payment.userId, access);
        return { payment: toPaymentState(payment), version, subscription, subscriptionVersion };
      },
      GetWebhook: async ({ id }) => {
        const { rows } = await deps.webhooks.list({ id, limit: 1 });
        if (rows[0]) return { webhook: toWebhook(rows[0]) };
        throw new AppError("not-found", "webhook.unknown", "There is no such webhook.");
      },
      ReplayWebhook: async ({ id }) => ({ webhook: toWebhook(await replayWebhook(deps, id)) }),
    },
  });
}

function toWebhook(row: InboxRow): WebhookEvent {
  const { receivedAt, finishedAt, nextAttemptAt, ...event } = row;
  return compact({
    ...event,
    receivedAtMs: receivedAt.getTime(),
    finishedAtMs: finishedAt?.getTime(),
    nextAttemptMs: nextAttemptAt?.getTime(),
  });
}
