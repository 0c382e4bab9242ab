import type { ChangeablePlan } from "@orbline/proto/constants/plans";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "#/lib/api.ts";
import { navigation } from "#/lib/navigation.ts";
import { usePost } from "#/lib/use-single-mutation.ts";
import { notifyFailure } from "#/stores/toast-store.ts";
import { planMessages } from "./messages.ts";
import { subscriptionStatusQuery } from "./status.ts";

/** Asks billing whether a checkout is paid. Billing also fulfills it when the webhook is late. */
export function verifyQuery(sessionId: string) {
  const query = { session_id: sessionId };
  return queryOptions({
    queryKey: ["/api/verify-subscription-status", sessionId],
    gcTime: 0,
    queryFn: ({ signal }) =>
      call("billing", "GET /api/verify-subscription-status", { query, signal }),
  });
}

/** Plan, status and period of the subscription that a checkout opened. */
export function subscriptionDetailsQuery(sessionId: string) {
  const query = { session_id: sessionId };
  return queryOptions({
    queryKey: ["/api/subscription-details", sessionId],
    queryFn: ({ signal }) => call("billing", "GET /api/subscription-details", { query, signal }),
  });
}

/** Invoices of the signed-in user, newest first. */
export const invoicesQuery = queryOptions({
  queryKey: ["/api/invoices"],
  // An invoice can be paid on the provider's page while this page is open.
  staleTime: 0,
  queryFn: ({ signal }) => call("billing", "GET /api/invoices", { signal }),
});

/** Cost of a change of plan at this moment, loaded again for each dialog. */
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
  return useChange("POST /api/subscription/cancel", planMessages.cancelFailed);
}

/** Makes a canceled plan renew again. */
export function useResumePlan() {
  return useChange("POST /api/subscription/resume", planMessages.resumeFailed);
}

/** Changes the running plan at the amounts of a preview. */
export function useChangePlan() {
  return useChange("POST /api/subscription/change", planMessages.changeFailed);
}

/** Goes to the provider's page for cards and invoices. */
export function usePortal() {
  return usePost("billing", "POST /api/billing-portal", {
    onSuccess: ({ url }) => navigation.assign(url),
    onError: notifyFailure(planMessages.portalFailed, planMessages.unchanged),
  });
}

/** A change of the subscription: caches the status of the response and refetches the account and the invoices. */
function useChange<Name extends `POST /api/subscription/${"cancel" | "resume" | "change"}`>(
  name: Name,
  failed: string,
) {
  const client = useQueryClient();
  return usePost("billing", name, {
    onSuccess: (status) => {
      client.setQueryData(subscriptionStatusQuery.queryKey, status);
      void client.invalidateQueries({ queryKey: ["/api/user"] });
      void client.invalidateQueries({ queryKey: invoicesQuery.queryKey });
    },
    onError: notifyFailure(failed, planMessages.unchanged),
  });
}
