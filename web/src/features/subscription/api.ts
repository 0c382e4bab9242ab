import type { ChangeablePlan, ChangePlan } from "@orbline/proto/http/billing/plan-change";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call, errorText, isApiError } from "#/lib/api.ts";
import { navigation } from "#/lib/navigation.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify } from "#/stores/notice-store.ts";
import { planMessages } from "./messages.ts";

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

/** Asks billing whether a checkout is paid. Billing also fulfills it when the webhook is late. */
export function verifyQuery(sessionId: string) {
  return queryOptions({
    queryKey: ["/api/verify-subscription-status", sessionId],
    gcTime: 0,
    queryFn: ({ signal }) =>
      call("billing", "GET /api/verify-subscription-status", {
        query: { session_id: sessionId },
        signal,
      }),
  });
}

/** Plan, status and period of the subscription that a checkout opened. */
export function subscriptionDetailsQuery(sessionId: string) {
  return queryOptions({
    queryKey: ["/api/subscription-details", sessionId],
    queryFn: ({ signal }) =>
      call("billing", "GET /api/subscription-details", {
        query: { session_id: sessionId },
        signal,
      }),
  });
}

/** Invoices of the signed-in user, newest first. */
export const invoicesQuery = queryOptions({
  queryKey: ["/api/invoices"],
  // An invoice can be paid on the provider's page while this page is open.
  staleTime: 0,
  queryFn: ({ signal }) => call("billing", "GET /api/invoices", { signal }),
});

/** What a change of plan costs at this moment; loaded again each time it is shown. */
export function changePreviewQuery(plan: ChangeablePlan) {
  return queryOptions({
    queryKey: ["/api/subscription/change/preview", plan],
    staleTime: 0,
    gcTime: 0,
    queryFn: () => call("billing", "POST /api/subscription/change/preview", { body: { plan } }),
  });
}

/** Cancels the plan at the end of the paid period. */
export function useCancelPlan() {
  return useStatusMutation(
    () => call("billing", "POST /api/subscription/cancel", { body: {} }),
    planMessages.cancelFailed,
  );
}

/** Makes a canceled plan renew again. */
export function useResumePlan() {
  return useStatusMutation(
    () => call("billing", "POST /api/subscription/resume", { body: {} }),
    planMessages.resumeFailed,
  );
}

/** Changes the running plan at the amounts of a preview. */
export function useChangePlan() {
  return useStatusMutation(
    (change: ChangePlan) => call("billing", "POST /api/subscription/change", { body: change }),
    planMessages.changeFailed,
  );
}

/** Goes to the provider's page for cards and invoices. */
export function usePortal() {
  return useSingleMutation({
    mutationFn: () => call("billing", "POST /api/billing-portal", { body: {} }),
    onSuccess: ({ url }) => navigation.assign(url),
    onError: notifyFailure(planMessages.portalFailed),
  });
}

/** A change of the subscription: caches the status of the response and refetches the account and the invoices. */
function useStatusMutation<Input = void>(
  change: (input: Input) => Promise<SubscriptionStatusResponse>,
  failed: string,
) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: change,
    onSuccess: (status) => {
      client.setQueryData(subscriptionStatusQuery.queryKey, status);
      void client.invalidateQueries({ queryKey: ["/api/user"] });
      void client.invalidateQueries({ queryKey: invoicesQuery.queryKey });
    },
    onError: notifyFailure(failed),
  });
}

function notifyFailure(title: string) {
  return (error: unknown) =>
    notify({ title, description: errorText(error, planMessages.unchanged), kind: "error" });
}
