import type { LimitName } from "@orbline/proto/constants/guardrails";
import type { GuardrailsResponse } from "@orbline/proto/http/prediction/guardrails";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "#/lib/api.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { guardrailsQuery } from "#/shared/guardrails.ts";
import { notifyFailure } from "#/stores/toast-store.ts";
import { guardrailMessages as messages } from "./messages.ts";

/** Stores the guardrails that a change has returned. */
export function useGuardrailsChanged() {
  const client = useQueryClient();
  return (changed: GuardrailsResponse) => client.setQueryData(guardrailsQuery.queryKey, changed);
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
