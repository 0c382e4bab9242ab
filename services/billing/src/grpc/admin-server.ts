import { AppError } from "@orbline/kit/errors";
import { grpcService } from "@orbline/kit/grpc/handler";
import type { BillingAdminServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAdminService";
import type { WebhookEvent } from "@orbline/proto/gen/billing/v1/WebhookEvent";
import { toPaymentState, toState } from "../events/encode-state.ts";
import { compact } from "../domain/compact.ts";
import type { PaymentStatus } from "../domain/payment/payment.ts";
import { refundPayment } from "../use-cases/payment/refund-payment.ts";
import { getFigures } from "../use-cases/payment/revenue.ts";
import type { BillingDeps, InboxOutcome, InboxRow, PageRequest } from "../use-cases/ports.ts";
import { replayWebhook } from "../use-cases/webhooks.ts";

const defaultLimit = 50;

const maxLimit = 200;

const statuses: readonly PaymentStatus[] = ["succeeded", "failed", "refunded", "disputed"];

const outcomes: readonly InboxOutcome[] = ["open", "done", "ignored", "failed"];

/** Billing's calls for the admin service. */
export function adminServer(deps: BillingDeps) {
  return grpcService<BillingAdminServiceDefinition>({
    file: "billing/v1/billing_admin.proto",
    name: "billing.v1.BillingAdminService",
    allow: {
      ListPayments: ["admin"],
      RefundPayment: ["admin"],
      BillingFigures: ["admin"],
      ListWebhooks: ["admin"],
      ReplayWebhook: ["admin"],
    },
    handlers: {
      ListPayments: async ({ id, userId, status: sent, ...page }) => {
        const status = oneOf(statuses, sent);
        const filter = id ? { id } : { userId: userId || undefined, status };
        const request = { ...toPage(page), ...filter };
        const { rows, nextCursor = "" } = await deps.payments.list(request);
        return { payments: rows.map(toPaymentState), nextCursor };
      },
      RefundPayment: async ({ paymentId, amountCents, commandId }) => {
        const refunded = await refundPayment(deps, { paymentId, commandId, amountCents });
        const { payment, version, access, subscriptionVersion } = refunded;
        const subscription = toState(payment.userId, access);
        return { payment: toPaymentState(payment), version, subscription, subscriptionVersion };
      },
      BillingFigures: async ({ fromMonth, toMonth }) => {
        const { affiliates, ...figures } = await getFigures(deps, fromMonth, toMonth);
        return {
          currency: "usd",
          ...figures,
          affiliateConversions: affiliates.conversions,
          affiliateCents: affiliates.cents,
        };
      },
      ListWebhooks: async ({ id, outcome: sent, ...page }) => {
        const outcome = oneOf(outcomes, sent);
        const request = { ...toPage(page), ...(id ? { id } : { outcome }) };
        const { rows, nextCursor = "" } = await deps.webhooks.list(request);
        return { webhooks: rows.map(toWebhook), nextCursor };
      },
      ReplayWebhook: async ({ id }) => ({ webhook: toWebhook(await replayWebhook(deps, id)) }),
    },
  });
}

/** @throws invalid for a wrong limit */
function toPage({ limit, cursor }: { limit: number; cursor: string }): PageRequest {
  if (limit < 0 || limit > maxLimit)
    throw new AppError("invalid", "limit.invalid", `A page holds 1 to ${maxLimit} rows.`);
  return { limit: limit || defaultLimit, cursor: cursor || undefined };
}

/** The sent value if it is a known one. @throws invalid */
function oneOf<Word extends string>(known: readonly Word[], sent: string | undefined) {
  if (!sent) return undefined;
  const word = known.find((one) => one === sent);
  if (word) return word;
  throw new AppError("invalid", "filter.invalid", `The filter must be one of ${known.join(", ")}.`);
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
