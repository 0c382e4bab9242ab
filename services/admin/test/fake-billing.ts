import { AppError } from "@orbline/kit/errors";
import { grpcService } from "@orbline/kit/grpc/handler";
import type { BillingAdminServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAdminService";
import type { PaymentState } from "@orbline/proto/gen/billing/v1/PaymentState";
import type { WebhookEvent } from "@orbline/proto/gen/billing/v1/WebhookEvent";

type Stored<T> = T & { id: string };

/** A payment, by default of $19.99. */
const paymentOf = (id: string, fields: Partial<PaymentState> = {}): Stored<PaymentState> => ({
  userId: "u1",
  status: "succeeded",
  plan: "monthly",
  amountCents: 1_999,
  refundedCents: 0,
  currency: "usd",
  createdAtMs: 1_800_000_000_000,
  paidAtMs: 1_800_000_000_000,
  failedAttempts: 0,
  ...fields,
  id,
});

const webhookOf = (id: string, fields: Partial<WebhookEvent> = {}): Stored<WebhookEvent> => ({
  type: "invoice.paid",
  objectId: "in_1",
  receivedAtMs: 1_800_000_000_000,
  attempts: 5,
  outcome: "failed",
  lastError: "no such customer",
  ...fields,
  id,
});

/** Pages a list; the cursor is an index. */
const pageOf = <Row extends { id?: string | undefined }>(
  rows: readonly Row[],
  { limit, cursor, id }: { limit: number; cursor: string; id?: string | undefined },
) => {
  if (id !== undefined) return { page: rows.filter((row) => row.id === id), nextCursor: "" };
  const from = Number(cursor || 0);
  const to = from + limit;
  return { page: rows.slice(from, to), nextCursor: to < rows.length ? String(to) : "" };
};

/** Billing's part for admins, in memory: refunds once for each command id, replays. */
export const fakeBillingAdmin = () => {
  const payments = [
    paymentOf("pay_1"),
    paymentOf("pay_2", { userId: "u2", plan: "lifetime", amountCents: 24_900 }),
    paymentOf("pay_3", { userId: "", status: "failed" }),
  ];
  const webhooks = [webhookOf("evt_1"), webhookOf("evt_2", { outcome: "done", lastError: "" })];
  const findWebhook = (id: string) => {
    const webhook = webhooks.find((one) => one.id === id);
    if (webhook) return webhook;
    throw new AppError("not-found", "webhook.unknown", "no such webhook");
  };
  const refunds = new Set<string>();
  const service = grpcService<BillingAdminServiceDefinition>({
    file: "billing/v1/billing_admin.proto",
    name: "billing.v1.BillingAdminService",
    allow: {
      ListPayments: ["admin"],
      RefundPayment: ["admin"],
      GetWebhook: ["admin"],
      ReplayWebhook: ["admin"],
    },
    handlers: {
      ListPayments: ({ userId, status, ...request }) => {
        const matching = payments.filter(
          (one) => (!userId || one.userId === userId) && (!status || one.status === status),
        );
        const { page, nextCursor } = pageOf(matching, request);
        return Promise.resolve({ payments: page, nextCursor });
      },
      RefundPayment: async ({ paymentId, amountCents, commandId }) => {
        const payment = payments.find(({ id }) => id === paymentId);
        if (!payment) throw new AppError("not-found", "payment.unknown", "no such payment");
        const amount = Number(payment.amountCents);
        const left = amount - Number(payment.refundedCents);
        if (!refunds.has(commandId)) {
          if (left <= 0) throw new AppError("conflict", "payment.not-refundable", "nothing left");
          const wanted = amountCents ?? left;
          if (wanted > left) throw new AppError("invalid", "refund.amount", "more than is left");
          refunds.add(commandId);
          payment.refundedCents = amount - left + wanted;
          if (payment.refundedCents === amount) payment.status = "refunded";
        }
        return { payment, version: 2, subscriptionVersion: 0 };
      },
      GetWebhook: async ({ id }) => ({ webhook: findWebhook(id) }),
      ReplayWebhook: async ({ id }) => {
        const webhook = findWebhook(id);
        webhook.outcome = "open";
        return { webhook };
      },
    },
  });
  return { service, refunds };
};
