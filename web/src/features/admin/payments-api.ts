import type {
  Payment,
  PaymentsResponse,
  RefundPayment,
  RevenueResponse,
} from "@orbline/proto/http/admin-payments";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getJson, postJson } from "#/lib/api-client.ts";
import { adminKey } from "./api.ts";
import { queryOf } from "./operations-api.ts";

const schemas = () => import("@orbline/proto/http/admin-payments");

/** Payments, newest first. */
export const paymentsQuery = (status: Payment["status"] | undefined) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, "payments", status],
    initialPageParam: "",
    queryFn: ({ pageParam: cursor, signal }): Promise<PaymentsResponse> =>
      getJson(
        `/api/admin/payments${queryOf({ status, cursor })}`,
        async () => (await schemas()).paymentsResponseSchema,
        signal,
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** What was paid and given back in the last months. */
export const revenueQuery = (from: string | undefined) =>
  queryOptions({
    queryKey: [...adminKey, "revenue", from],
    queryFn: ({ signal }): Promise<RevenueResponse> =>
      getJson(
        `/api/admin/revenue${queryOf({ from })}`,
        async () => (await schemas()).revenueResponseSchema,
        signal,
      ),
  });

/** Gives a payment back: all that is left of it, or the amount in cents. */
export const refundPayment = ({ id, ...body }: RefundPayment & { id: string }) =>
  postJson(
    `/api/admin/payments/${encodeURIComponent(id)}/refund`,
    body,
    async () => (await schemas()).refundPaymentResponseSchema,
  );
