import { queryOptions } from "@tanstack/react-query";
import { getJson } from "#/lib/api-client.ts";

const billing = () => import("@orbline/proto/http/billing");

// A diagnosis is of this moment, so nothing of it is kept.
const live = { staleTime: 0, gcTime: 0 } as const;

/** The catalogue of plans. */
export const plansQuery = queryOptions({
  ...live,
  queryKey: ["/api/plans"],
  queryFn: ({ signal }) =>
    getJson("/api/plans", async () => (await billing()).plansResponseSchema, signal),
});

/** The provider's price of each plan. */
export const priceIdsQuery = queryOptions({
  ...live,
  queryKey: ["/api/production-price-ids"],
  queryFn: ({ signal }) =>
    getJson(
      "/api/production-price-ids",
      async () => (await billing()).priceIdsResponseSchema,
      signal,
    ),
});

/** Whether the provider's prices are those of the catalogue. */
export const verifyPricesQuery = queryOptions({
  ...live,
  queryKey: ["/api/verify-price-ids"],
  queryFn: ({ signal }) =>
    getJson(
      "/api/verify-price-ids",
      async () => (await billing()).verifyPricesResponseSchema,
      signal,
    ),
});

/** Whether the provider answers, and in which of its modes. */
export const providerQuery = queryOptions({
  ...live,
  queryKey: ["/api/stripe-diagnostic-pro"],
  queryFn: ({ signal }) =>
    getJson(
      "/api/stripe-diagnostic-pro",
      async () => (await billing()).providerDiagnosticResponseSchema,
      signal,
    ),
});

/** Webhooks of the inbox, the newest first; without an outcome the newest alone. */
export const webhooksQuery = (outcome?: "open" | "failed") => {
  const query = outcome === undefined ? "limit=1" : `limit=200&outcome=${outcome}`;
  return queryOptions({
    ...live,
    queryKey: ["/api/admin/webhooks", "diagnosis", outcome ?? "newest"],
    queryFn: ({ signal }) =>
      getJson(
        `/api/admin/webhooks?${query}`,
        async () => (await import("@orbline/proto/http/admin-operations")).webhooksResponseSchema,
        signal,
      ),
  });
};
