import { parseBody, parseParams, parseQuery } from "@orbline/kit/http/parse";
import {
  type Payment as PaymentResponse,
  paymentsQuerySchema,
  type PaymentsResponse,
  type RefundPaymentResponse,
  refundPaymentSchema,
  revenueQuerySchema,
  type RevenueResponse,
} from "@orbline/proto/http/admin/payments";
import type { Router } from "express";
import { getRevenue, listPayments, refundPayment } from "../use-cases/payments.ts";
import type { AdminDeps, Payment, PaymentSum } from "../use-cases/ports.ts";
import { actorOf, idParamsSchema } from "./requests.ts";

/** The routes of payments, refunds and revenue. */
export function addPaymentRoutes(router: Router, deps: AdminDeps): void {
  router.get("/api/admin/payments", async (request, response) => {
    const query = parseQuery(paymentsQuerySchema, request);
    const { payments, names, nextCursor } = await listPayments(deps, query);
    response.json({
      payments: payments.map((payment) => toPaymentResponse(payment, names)),
      nextCursor: nextCursor ?? null,
    } satisfies PaymentsResponse);
  });

  router.post("/api/admin/payments/:id/refund", async (request, response) => {
    const { id: paymentId } = parseParams(idParamsSchema, request);
    const order = parseBody(refundPaymentSchema, request);
    const refund = { ...order, actorId: actorOf(response), paymentId };
    const { payment, names } = await refundPayment(deps, refund);
    response.json({ payment: toPaymentResponse(payment, names) } satisfies RefundPaymentResponse);
  });

  router.get("/api/admin/revenue", async (request, response) => {
    const revenue = await getRevenue(deps, parseQuery(revenueQuerySchema, request));
    const { trialsStarted: started, trialsConverted: converted } = revenue;
    response.json({
      currency: revenue.currency,
      from: revenue.from,
      to: revenue.to,
      total: withNet(revenue.total),
      months: revenue.months.map(withNet),
      plans: revenue.plans.map(withNet),
      trials: { started, converted, conversionRate: started === 0 ? null : converted / started },
      active: revenue.active,
      affiliates: { conversions: revenue.affiliateConversions, cents: revenue.affiliateCents },
    } satisfies RevenueResponse);
  });
}

function toPaymentResponse(
  { userId, createdAt, paidAt, affiliateCode, ...payment }: Payment,
  names: ReadonlyMap<string, string>,
): PaymentResponse {
  return {
    ...payment,
    userId: userId || null,
    username: names.get(userId) ?? null,
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    affiliateCode: affiliateCode ?? null,
  };
}

function withNet<Sum extends PaymentSum>(sum: Sum): Sum & { netCents: number } {
  return { ...sum, netCents: sum.grossCents - sum.refundedCents };
}
