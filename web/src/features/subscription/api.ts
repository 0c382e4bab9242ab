import type { SubscriptionDetailsResponse, VerifyResponse } from "@orbline/proto/http/billing";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/subscription-status";
import { queryOptions } from "@tanstack/react-query";
import { getJson, isApiError } from "#/lib/api-client.ts";

const fiveMinutesMs = 5 * 60_000;
const schemas = () => import("@orbline/proto/http/billing");

/** What billing answers about the state of a subscription, and to every change of it. */
export const statusSchema = async () =>
  (await import("@orbline/proto/http/subscription-status")).subscriptionStatusResponseSchema;

/** The signed-in user's subscription; a 401 means none. Ask it only for a signed-in user. */
export const subscriptionStatusQuery = queryOptions({
  queryKey: ["/api/subscription/status"],
  staleTime: fiveMinutesMs,
  queryFn: async ({ signal }): Promise<SubscriptionStatusResponse | null> => {
    try {
      return await getJson("/api/subscription/status", statusSchema, signal);
    } catch (error) {
      if (isApiError(error) && error.status === 401) return null;
      throw error;
    }
  },
});

/** Subscribed is active or trialing; anything else is not. */
export const isSubscribed = (subscription: SubscriptionStatusResponse | null | undefined) =>
  subscription?.status === "active" || subscription?.status === "trialing";

/** Asks billing whether a checkout is paid, which also settles it when the webhook is late. */
export const verifyQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ["/api/verify-subscription-status", sessionId],
    gcTime: 0,
    queryFn: ({ signal }): Promise<VerifyResponse> =>
      getJson(
        `/api/verify-subscription-status?session_id=${encodeURIComponent(sessionId)}`,
        async () => (await schemas()).verifyResponseSchema,
        signal,
      ),
  });

/** Plan, status and period of the subscription a checkout opened. */
export const subscriptionDetailsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ["/api/subscription-details", sessionId],
    queryFn: ({ signal }): Promise<SubscriptionDetailsResponse> =>
      getJson(
        `/api/subscription-details?session_id=${encodeURIComponent(sessionId)}`,
        async () => (await schemas()).subscriptionDetailsResponseSchema,
        signal,
      ),
  });
