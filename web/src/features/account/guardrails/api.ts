import type { LimitName } from "@orbline/proto/constants/guardrails";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import type { GuardrailsResponse } from "@orbline/proto/http/prediction/guardrails";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { call } from "#/lib/api.ts";
import { usePost, useSingleMutation } from "#/lib/use-single-mutation.ts";
import { guardrailsQuery } from "#/shared/guardrails.ts";
import { notifyFailure } from "#/stores/toast-store.ts";
import { guardrailMessages as messages } from "./messages.ts";

/** Stores the guardrails that a change has returned. */
export function useGuardrailsChanged() {
  const client = useQueryClient();
  return (changed: GuardrailsResponse) => client.setQueryData(guardrailsQuery.queryKey, changed);
}

/** Excludes the user, and shows that the plan stops renewing. */
export function useSelfExclusion() {
  const client = useQueryClient();
  return usePost("prediction", "POST /api/guardrails/self-exclusion", {
    onSuccess: () => void refetchUntilPlanEnds(client),
  });
}

// A self-exclusion reaches billing by an event, about a second later.
const refetchDelaysMs = [500, 1_000, 1_500, 3_000, 4_000];

async function refetchUntilPlanEnds(client: QueryClient): Promise<void> {
  const queryKey = ["/api/subscription/status"];
  for (const delayMs of refetchDelaysMs) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await client.invalidateQueries({ queryKey });
    const recurring = client.getQueryData<SubscriptionStatusResponse | null>(queryKey)?.recurring;
    if (!recurring || recurring.cancelAtPeriodEnd) return;
  }
}

/** Confirms or drops a higher limit. */
export function usePendingLimit() {
  return useSingleMutation({
    mutationFn: ({ name, isConfirmed }: { name: LimitName; isConfirmed: boolean }) =>
      isConfirmed
        ? call("prediction", "POST /api/guardrails/limits/{name}/confirm", {
            params: { name },
            body: {},
          })
        : call("prediction", "DELETE /api/guardrails/limits/{name}/pending", {
            params: { name },
          }),
    onSuccess: useGuardrailsChanged(),
    onError: notifyFailure(messages.notChanged, messages.unchanged),
  });
}
