import { AppError } from "@orbline/kit/errors";
import { grpcService } from "@orbline/kit/grpc/handler";
import type { BillingAdminServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAdminService";
import type { WebhookEvent } from "@orbline/proto/gen/billing/v1/WebhookEvent";
import { toPaymentState } from "../events/encode-payment.ts";
import { toState } from "../events/encode-state.ts";
import type { PaymentStatus } from "../domain/payment.ts";
import type { Billing } from "../use-cases/billing.ts";
import type { InboxOutcome, InboxRow } from "../domain/inbox.ts";
import type { PageRequest } from "../domain/page.ts";

const defaultLimit = 50;
const maxLimit = 200;

const statuses: readonly PaymentStatus[] = ["succeeded", "failed", "refunded", "disputed"];
const outcomes: readonly InboxOutcome[] = ["open", "done", "ignored", "failed"];

/** @throws invalid for a length that is none */
const toPage = ({ limit, cursor }: { limit: number; cursor: string }): PageRequest => {
  if (limit < 0 || limit > maxLimit)
    throw new AppError("invalid", "limit.invalid", `A page holds 1 to ${maxLimit} rows.`);
  return { limit: limit || defaultLimit, ...(cursor && { cursor }) };
};

/** One of the known words, if any. @throws invalid */
const oneOf = <Word extends string>(known: readonly Word[], sent: string | undefined) => {
  if (!sent) return undefined;
  const word = known.find((one) => one === sent);
  if (word) return word;
  throw new AppError("invalid", "filter.invalid", `The filter must be one of ${known.join(", ")}.`);
};

const toWebhook = (row: InboxRow): WebhookEvent => {
  const { id, type, objectId, attempts, outcome, finishedAt, nextAttemptAt, lastError } = row;
  return {
    id,
    type,
    objectId,
    attempts,
    outcome,
    receivedAtMs: row.receivedAt.getTime(),
    ...(finishedAt && { finishedAtMs: finishedAt.getTime() }),
    ...(nextAttemptAt && { nextAttemptMs: nextAttemptAt.getTime() }),
    ...(lastError && { lastError }),
  };
};

/** Billing's calls for the admin service: mapping only. */
export const adminServer = (billing: Billing) =>
  grpcService<BillingAdminServiceDefinition>({
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
        const filter = id ? { id } : { ...(userId && { userId }), ...(status && { status }) };
        const { rows, nextCursor = "" } = await billing.listPayments({
          ...toPage(page),
          ...filter,
        });
        return { payments: rows.map(toPaymentState), nextCursor };
      },
      RefundPayment: async ({ paymentId, amountCents, commandId }) => {
        const amount = amountCents !== undefined && { amountCents };
        const refunded = await billing.refundPayment({ paymentId, commandId, ...amount });
        const { payment, version, access, subscriptionVersion } = refunded;
        const subscription = toState(payment.userId, access);
        return { payment: toPaymentState(payment), version, subscription, subscriptionVersion };
      },
      BillingFigures: async ({ fromMonth, toMonth }) => {
        const { affiliates, ...figures } = await billing.getFigures(fromMonth, toMonth);
        return {
          currency: "usd",
          ...figures,
          affiliateConversions: affiliates.conversions,
          affiliateCents: affiliates.cents,
        };
      },
      ListWebhooks: async ({ id, outcome: sent, ...page }) => {
        const outcome = oneOf(outcomes, sent);
        const filter = id ? { id } : { ...(outcome && { outcome }) };
        const request = { ...toPage(page), ...filter };
        const { rows, nextCursor = "" } = await billing.listWebhooks(request);
        return { webhooks: rows.map(toWebhook), nextCursor };
      },
      ReplayWebhook: async ({ id }) => ({ webhook: toWebhook(await billing.replayWebhook(id)) }),
    },
  });
