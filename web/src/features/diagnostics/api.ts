import { queryOptions } from "@tanstack/react-query";
import { call } from "#/lib/api.ts";

/** The catalog of plans. */
export const plansQuery = liveQuery(["/api/plans"], (signal) =>
  call("billing", "GET /api/plans", { signal }),
);

/** The provider's price of each plan. */
export const priceIdsQuery = liveQuery(["/api/production-price-ids"], (signal) =>
  call("billing", "GET /api/production-price-ids", { signal }),
);

/** Whether the provider's prices equal those of the catalog. */
export const verifyPricesQuery = liveQuery(["/api/verify-price-ids"], (signal) =>
  call("billing", "GET /api/verify-price-ids", { signal }),
);

/** Whether the provider responds, and in which of its modes. */
export const providerQuery = liveQuery(["/api/stripe-diagnostic-pro"], (signal) =>
  call("billing", "GET /api/stripe-diagnostic-pro", { signal }),
);

/** Webhooks in the inbox, newest first; without an outcome only the newest one. */
export function webhooksQuery(outcome?: "open" | "failed") {
  const query = { limit: outcome === undefined ? 1 : 200, outcome };
  return liveQuery(["/api/admin/webhooks", query], (signal) =>
    call("admin", "GET /api/admin/webhooks", { query, signal }),
  );
}

/** A diagnosis is about this moment, so no result is cached. */
function liveQuery<Data>(
  queryKey: readonly unknown[],
  load: (signal: AbortSignal) => Promise<Data>,
) {
  return queryOptions({
    staleTime: 0,
    gcTime: 0,
    queryKey,
    queryFn: ({ signal }) => load(signal),
  });
}
