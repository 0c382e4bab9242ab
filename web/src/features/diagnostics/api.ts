import { webhooksResponseSchema } from "@orbline/proto/http/admin/operations";
import {
  plansResponseSchema,
  priceIdsResponseSchema,
  providerDiagnosticResponseSchema,
  verifyPricesResponseSchema,
} from "@orbline/proto/http/billing/checkout";
import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { get } from "#/lib/api.ts";

/** The catalog of plans. */
export const plansQuery = liveQuery("/api/plans", plansResponseSchema);

/** The provider's price of each plan. */
export const priceIdsQuery = liveQuery("/api/production-price-ids", priceIdsResponseSchema);

/** Whether the provider's prices equal those of the catalog. */
export const verifyPricesQuery = liveQuery("/api/verify-price-ids", verifyPricesResponseSchema);

/** Whether the provider responds, and in which of its modes. */
export const providerQuery = liveQuery(
  "/api/stripe-diagnostic-pro",
  providerDiagnosticResponseSchema,
);

/** Webhooks in the inbox, newest first; without an outcome only the newest one. */
export function webhooksQuery(outcome?: "open" | "failed") {
  const filter = outcome === undefined ? "limit=1" : `limit=200&outcome=${outcome}`;
  return liveQuery(`/api/admin/webhooks?${filter}`, webhooksResponseSchema);
}

/** A diagnosis is about this moment, so no result is cached. */
function liveQuery<Schema extends z.ZodType>(path: string, schema: Schema) {
  return queryOptions({
    staleTime: 0,
    gcTime: 0,
    queryKey: [path],
    queryFn: ({ signal }) => get(path, schema, signal),
  });
}
