import { AppError } from "@orbline/kit/errors";
import { serviceClient } from "@orbline/kit/grpc/client";
import type { BillingAdminServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAdminService";
import type { BillingServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingService";
import type { PaymentState__Output } from "@orbline/proto/gen/billing/v1/PaymentState";
import type { WebhookEvent__Output } from "@orbline/proto/gen/billing/v1/WebhookEvent";
import { toSubscriptionSummary } from "@orbline/proto/states";
import { z } from "zod";
import type { AdminContext } from "../config.ts";
import type { Payment, Payments, Subscriptions, Webhook, Webhooks } from "../use-cases/ports.ts";

/** Commands wait for the payment provider. */
const slowCall = { deadlineMs: 10_000 };

/** Subscriptions of billing over gRPC. */
export function connectSubscriptions(service: AdminContext): Subscriptions {
  const billing = serviceClient<BillingServiceDefinition>(service, {
    file: "billing/v1/billing.proto",
    name: "billing.v1.BillingService",
    address: service.config.BILLING_GRPC,
  });
  return {
    describe: async (userId) => {
      const response = await billing.GetSubscription({ userId }, slowCall);
      const { provider } = response;
      return {
        subscription: toSubscriptionSummary(response.subscription),
        customerId: response.providerCustomerId || undefined,
        subscriptionId: response.providerSubscriptionId || undefined,
        provider: provider && {
          status: provider.status,
          plan: provider.plan,
          cancelAtPeriodEnd: provider.cancelAtPeriodEnd,
          currentPeriodEnd: toTime(provider.currentPeriodEndMs),
          error: provider.error || undefined,
        },
      };
    },
    activate: async ({ userId, days: durationDays, commandId }) => {
      const command = { userId, durationDays, commandId };
      const { subscription, version } = await billing.ActivateSubscription(command, slowCall);
      return { subscription: toSubscriptionSummary(subscription), version };
    },
    cancel: async (command) => {
      const { subscription, version } = await billing.CancelSubscription(command, slowCall);
      return { subscription: toSubscriptionSummary(subscription), version };
    },
  };
}

/** Payments and webhook events of billing over gRPC. */
export function connectOperations(service: AdminContext): {
  payments: Payments;
  webhooks: Webhooks;
} {
  const billing = serviceClient<BillingAdminServiceDefinition>(service, {
    file: "billing/v1/billing_admin.proto",
    name: "billing.v1.BillingAdminService",
    address: service.config.BILLING_GRPC,
  });
  return {
    payments: {
      list: async (query) => {
        const { payments, nextCursor } = await billing.ListPayments(query, slowCall);
        return { payments: payments.map(toPayment), nextCursor: nextCursor || undefined };
      },
      find: async (id) => {
        const { payments } = await billing.ListPayments({ id, limit: 1 }, slowCall);
        return payments.map(toPayment).find((payment) => payment.id === id);
      },
      refund: async (command) => {
        const { payment, subscriptionVersion } = await billing.RefundPayment(command, slowCall);
        return { payment: toPayment(required(payment)), subscriptionVersion };
      },
    },
    webhooks: {
      find: async (id) => toWebhook(required((await billing.GetWebhook({ id }, slowCall)).webhook)),
      replay: async (id) => {
        const { webhook } = await billing.ReplayWebhook({ id }, slowCall);
        return toWebhook(required(webhook));
      },
    },
  };
}

const paymentStatusSchema = z.enum(["succeeded", "failed", "refunded", "disputed"]);

function toPayment({ createdAtMs, paidAtMs, conversion, ...state }: PaymentState__Output): Payment {
  const { id, plan, amountCents, refundedCents, currency, failedAttempts } = state;
  return {
    id,
    plan,
    amountCents,
    refundedCents,
    currency,
    failedAttempts,
    userId: state.userId || null,
    status: paymentStatusSchema.parse(state.status),
    createdAt: new Date(createdAtMs).toISOString(),
    paidAt: toTime(paidAtMs),
    affiliateCode: conversion?.code ?? null,
  };
}

const webhookOutcomeSchema = z.enum(["open", "done", "ignored", "failed"]);

function toWebhook({ id, type, attempts, ...event }: WebhookEvent__Output): Webhook {
  return {
    id,
    type,
    attempts,
    outcome: webhookOutcomeSchema.parse(event.outcome),
    objectId: event.objectId || null,
    reason: event.reason || null,
    receivedAt: new Date(event.receivedAtMs).toISOString(),
    finishedAt: toTime(event.finishedAtMs),
    nextAttemptAt: toTime(event.nextAttemptMs),
    lastError: event.lastError || null,
  };
}

function toTime(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

function required<Message>(message: Message | null): Message {
  if (message) return message;
  throw new AppError("internal", "internal", "a response of billing lacks its message");
}
