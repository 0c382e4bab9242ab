import type { BillingPortalResponse, InvoicesResponse } from "@orbline/proto/http/billing";
import type {
  ChangePlan,
  ChangePreviewResponse,
  ChangeablePlan,
} from "@orbline/proto/http/billing-change";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/subscription-status";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { bringAhead, errorText, getJson, postJson } from "#/lib/api-client.ts";
import { navigation } from "#/lib/navigation.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify } from "#/stores/notice-store.ts";
import { statusSchema, subscriptionStatusQuery } from "./api.ts";
import { billMessages } from "./messages.ts";

const schemas = () => import("@orbline/proto/http/billing");

/** The signed-in user's bills, newest first. */
export const invoicesQuery = queryOptions({
  queryKey: ["/api/invoices"],
  // A bill can be paid at the provider while this page is open elsewhere.
  staleTime: 0,
  queryFn: ({ signal }): Promise<InvoicesResponse> => {
    bringAhead(schemas);
    return getJson("/api/invoices", async () => (await schemas()).invoicesResponseSchema, signal);
  },
});

const refuse = (title: string) => (error: unknown) =>
  notify({ title, description: errorText(error, billMessages.unchanged), kind: "error" });

const renewalCall = (path: string) => (): Promise<SubscriptionStatusResponse> =>
  postJson(path, {}, statusSchema);

/** Takes an answered status over and asks anew for the account, which shows it too, and its bills. */
export const useTakeStatus = () => {
  const client = useQueryClient();
  return (status: SubscriptionStatusResponse) => {
    client.setQueryData(subscriptionStatusQuery.queryKey, status);
    void client.invalidateQueries({ queryKey: ["/api/user"] });
    void client.invalidateQueries({ queryKey: invoicesQuery.queryKey });
  };
};

/** Lets the plan end with what is paid. */
export const useCancelPlan = () =>
  useRenewal(renewalCall("/api/subscription/cancel"), billMessages.cancelFailed);

/** Lets a canceled plan renew again. */
export const useResumePlan = () =>
  useRenewal(renewalCall("/api/subscription/resume"), billMessages.resumeFailed);

const useRenewal = (call: () => Promise<SubscriptionStatusResponse>, failed: string) => {
  const takeStatus = useTakeStatus();
  return useSingleMutation({
    mutationFn: call,
    onSuccess: takeStatus,
    onError: refuse(failed),
  });
};

/** What a change of plan would cost at this moment; asked anew each time it is shown. */
export const changePreviewQuery = (plan: ChangeablePlan) =>
  queryOptions({
    queryKey: ["/api/subscription/change/preview", plan],
    staleTime: 0,
    gcTime: 0,
    queryFn: (): Promise<ChangePreviewResponse> =>
      postJson(
        "/api/subscription/change/preview",
        { plan },
        async () =>
          (await import("@orbline/proto/http/billing-change")).changePreviewResponseSchema,
      ),
  });

/** Changes the running plan at the sums of a preview. */
export const useChangePlan = () => {
  const takeStatus = useTakeStatus();
  return useSingleMutation({
    mutationFn: (input: ChangePlan): Promise<SubscriptionStatusResponse> =>
      postJson("/api/subscription/change", input, statusSchema),
    onSuccess: takeStatus,
    onError: refuse(billMessages.changeFailed),
  });
};

/** Goes to the provider's page for cards and bills. */
export const usePortal = () =>
  useSingleMutation({
    mutationFn: (): Promise<BillingPortalResponse> =>
      postJson(
        "/api/billing-portal",
        {},
        async () => (await schemas()).billingPortalResponseSchema,
      ),
    onSuccess: ({ url }) => navigation.assign(url),
    onError: refuse(billMessages.portalFailed),
  });
