import { adminOf } from "@orbline/kit/http/app";
import { parseBody, parseParams, parseQuery } from "@orbline/kit/http/parse";
import {
  paymentsQuerySchema,
  refundPaymentSchema,
  revenueQuerySchema,
  type Payment as PaymentAnswer,
  type PaymentsResponse,
  type RefundPaymentResponse,
  type RevenueResponse,
} from "@orbline/proto/http/admin-payments";
import type { Router } from "express";
import { z } from "zod";
import type { Payment, PaymentSum } from "../domain/payment.ts";
import type { Admin } from "../use-cases/admin.ts";

const paramsSchema = z.strictObject({ id: z.string().min(1).max(64) });

const toAnswer = (payment: Payment, names: ReadonlyMap<string, string>): PaymentAnswer => {
  const { id, userId, plan, status, amountCents, refundedCents, currency } = payment;
  return {
    id,
    plan,
    status,
    amountCents,
    refundedCents,
    currency,
    userId: userId || null,
    username: names.get(userId) ?? null,
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    failedAttempts: payment.failedAttempts,
    affiliateCode: payment.affiliateCode ?? null,
  };
};

const toSum = ({ payments, grossCents, refundedCents }: PaymentSum) => ({
  payments,
  grossCents,
  refundedCents,
  netCents: grossCents - refundedCents,
});

const addRevenueRoute = (router: Router, { getRevenue }: Pick<Admin, "getRevenue">) =>
  router.get("/api/admin/revenue", async (request, response) => {
    adminOf(response);
    const { from, to } = parseQuery(revenueQuerySchema, request);
    const revenue = await getRevenue({ ...(from && { from }), ...(to && { to }) });
    const { started, converted } = revenue.trials;
    response.json({
      currency: revenue.currency,
      from: revenue.from,
      to: revenue.to,
      total: toSum(revenue.total),
      months: revenue.months.map(({ month, trialsStarted, ...sum }) => ({
        month,
        trialsStarted,
        ...toSum(sum),
      })),
      plans: revenue.plans.map(({ plan, ...sum }) => ({ plan, ...toSum(sum) })),
      trials: { started, converted, conversionRate: started === 0 ? null : converted / started },
      active: revenue.active,
      affiliates: revenue.affiliates,
    } satisfies RevenueResponse);
  });

/** Payments, refunds and figures; admins only. */
export const paymentRoutes =
  (admin: Pick<Admin, "getRevenue" | "listPayments" | "refundPayment">) =>
  (router: Router): void => {
    addRevenueRoute(router, admin);

    router.get("/api/admin/payments", async (request, response) => {
      adminOf(response);
      const { limit, cursor, userId, status } = parseQuery(paymentsQuerySchema, request);
      const { payments, names, nextCursor } = await admin.listPayments({
        limit,
        ...(cursor && { cursor }),
        ...(userId && { userId }),
        ...(status && { status }),
      });
      response.json({
        payments: payments.map((payment) => toAnswer(payment, names)),
        nextCursor: nextCursor ?? null,
      } satisfies PaymentsResponse);
    });

    router.post("/api/admin/payments/:id/refund", async (request, response) => {
      const { userId: actorId } = adminOf(response);
      const { id: paymentId } = parseParams(paramsSchema, request);
      const { reason, amountCents, commandId } = parseBody(refundPaymentSchema, request);
      const order = { actorId, paymentId, reason, amountCents, commandId };
      const { payment, names } = await admin.refundPayment(order);
      response.json({ payment: toAnswer(payment, names) } satisfies RefundPaymentResponse);
    });
  };
