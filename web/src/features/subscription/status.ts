import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { queryOptions } from "@tanstack/react-query";
import { call, isApiError } from "#/lib/api.ts";

const fiveMinutesMs = 5 * 60_000;

/** The subscription of the signed-in user, or null when the server answers 401. Enable it only for a signed-in user. */
export const subscriptionStatusQuery = queryOptions({
  queryKey: ["/api/subscription/status"],
  staleTime: fiveMinutesMs,
  queryFn: async ({ signal }): Promise<SubscriptionStatusResponse | null> => {
    try {
      return await call("billing", "GET /api/subscription/status", { signal });
    } catch (error) {
      if (isApiError(error) && error.status === 401) return null;
      throw error;
    }
  },
});

/** Whether a subscription is active or trialing. */
export function isSubscribed(subscription: SubscriptionStatusResponse | null | undefined): boolean {
  return subscription?.status === "active" || subscription?.status === "trialing";
}
