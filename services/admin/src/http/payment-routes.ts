import { parseBody, parseParams, parseQuery } from "@orbline/kit/http/parse";
import {
  type Payment as PaymentResponse,
  paymentsQuerySchema,
  type PaymentsResponse,
  type RefundPaymentResponse,
  refundPaymentSchema,
} from "@orbline/proto/http/admin/payments";
import type { Router } from "express";
import { listPayments, refundPayment } from "../use-cases/payments.ts";
import type { AdminDeps, Payment } from "../use-cases/ports.ts";
import { actorOf, idParamsSchema, noteReading, requireRecentProof } from "./requests.ts";

/** The routes of payments and refunds. */
export function addPaymentRoutes(router: Router, deps: AdminDeps): void {
  router.get("/api/admin/payments", requireRecentProof, async (request, response) => {
    const query = parseQuery(paymentsQuerySchema, request);
    await noteReading(deps, response, "read-payments", { kind: "list", id: "payments" });
    const { payments, names, nextCursor } = await listPayments(deps, query);
    response.json({
      payments: payments.map((payment) => withName(payment, names)),
      nextCursor: nextCursor ?? null,
    } satisfies PaymentsResponse);
  });

  router.post("/api/admin/payments/:id/refund", requireRecentProof, async (request, response) => {
    const { id: paymentId } = parseParams(idParamsSchema, request);
    const order = parseBody(refundPaymentSchema, request);
    const refund = { ...order, actorId: actorOf(response), paymentId };
    const { payment, names } = await refundPayment(deps, refund);
    response.json({ payment: withName(payment, names) } satisfies RefundPaymentResponse);
  });
}

function withName(payment: Payment, names: ReadonlyMap<string, string>): PaymentResponse {
  return { ...payment, username: names.get(payment.userId ?? "") ?? null };
}
