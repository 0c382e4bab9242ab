import { AppError } from "@orbline/kit/errors";
import { serviceClient } from "@orbline/kit/grpc/client";
import type { BillingAdminServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAdminService";
import type { PaymentState__Output } from "@orbline/proto/gen/billing/v1/PaymentState";
import type { WebhookEvent__Output } from "@orbline/proto/gen/billing/v1/WebhookEvent";
import { z } from "zod";
import type { AdminContext } from "../config.ts";
import { type Payment, paymentStatuses } from "../domain/payment.ts";
import { type Webhook, webhookOutcomes } from "../domain/webhook.ts";
import type { Payments, Webhooks } from "../use-cases/ports.ts";

const deadlineMs = 10_000;

const paymentStatusSchema = z.enum(paymentStatuses);
const webhookOutcomeSchema = z.enum(webhookOutcomes);

const toPayment = (state: PaymentState__Output): Payment => {
  const { id, userId, plan, amountCents, refundedCents, currency, failedAttempts } = state;
  const { paidAtMs, conversion } = state;
  return {
    id,
    userId,
    plan,
    amountCents,
    refundedCents,
    currency,
    failedAttempts,
    status: paymentStatusSchema.parse(state.status),
    createdAt: new Date(state.createdAtMs),
    ...(paidAtMs !== undefined && { paidAt: new Date(paidAtMs) }),
    ...(conversion && { affiliateCode: conversion.code }),
  };
};

const toWebhook = (event: WebhookEvent__Output): Webhook => {
  const { id, type, objectId, attempts, finishedAtMs, nextAttemptMs, lastError } = event;
  return {
    id,
    type,
    attempts,
    outcome: webhookOutcomeSchema.parse(event.outcome),
    receivedAt: new Date(event.receivedAtMs),
    ...(objectId && { objectId }),
    ...(finishedAtMs !== undefined && { finishedAt: new Date(finishedAtMs) }),
    ...(nextAttemptMs !== undefined && { nextAttemptAt: new Date(nextAttemptMs) }),
    ...(lastError && { lastError }),
  };
};

const required = <Message>(message: Message | null): Message => {
  if (message) return message;
  throw new AppError("internal", "internal", "an answer of billing lacks its message");
};

/** Payments and webhooks asked and acted on by gRPC; refunds wait for the provider, so their deadline is longer. */
export function billingOperations(service: AdminContext): {
  payments: Payments;
  webhooks: Webhooks;
} {
  const billing = serviceClient<BillingAdminServiceDefinition>(service, {
    file: "billing/v1/billing_admin.proto",
    name: "billing.v1.BillingAdminService",
    address: service.config.BILLING_GRPC,
  });
  const payments: Payments = {
    list: async (query) => {
      const answer = await billing.ListPayments(query, { deadlineMs });
      const nextCursor = answer.nextCursor || undefined;
      return { payments: answer.payments.map(toPayment), nextCursor };
    },
    find: async (id) => {
      const answer = await billing.ListPayments({ id, limit: 1 }, { deadlineMs });
      const [found] = answer.payments.filter((payment) => payment.id === id);
      return found && toPayment(found);
    },
    refund: async ({ amountCents, ...command }) => {
      const amount = amountCents !== undefined && { amountCents };
      const answer = await billing.RefundPayment({ ...command, ...amount }, { deadlineMs });
      const { subscriptionVersion } = answer;
      return { payment: toPayment(required(answer.payment)), subscriptionVersion };
    },
    figures: async (fromMonth, toMonth) => {
      const answer = await billing.BillingFigures({ fromMonth, toMonth }, { deadlineMs });
      const { currency, months, plans, active } = answer;
      return {
        currency,
        months,
        plans,
        active,
        trials: {
          started: answer.trialsStarted,
          converted: answer.trialsConverted,
        },
        affiliates: {
          conversions: answer.affiliateConversions,
          cents: answer.affiliateCents,
        },
      };
    },
  };
  const webhooks: Webhooks = {
    list: async (query) => {
      const answer = await billing.ListWebhooks(query, { deadlineMs });
      const nextCursor = answer.nextCursor || undefined;
      return { webhooks: answer.webhooks.map(toWebhook), nextCursor };
    },
    find: async (id) => {
      const answer = await billing.ListWebhooks({ id, limit: 1 }, { deadlineMs });
      const [found] = answer.webhooks.filter((webhook) => webhook.id === id);
      return found && toWebhook(found);
    },
    replay: async (id) => {
      const { webhook } = await billing.ReplayWebhook({ id }, { deadlineMs });
      return toWebhook(required(webhook));
    },
  };
  return { payments, webhooks };
}
