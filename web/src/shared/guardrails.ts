import type { GuardrailsResponse } from "@orbline/proto/http/prediction/guardrails";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#/lib/api.ts";

/** Limits, their use and the breaks of the signed-in user. */
export const guardrailsQuery = queryOptions({
  queryKey: ["/api/guardrails"],
  // Predictions change the use.
  staleTime: 0,
  queryFn: ({ signal }) => call("prediction", "GET /api/guardrails", { signal }),
});

/** When the running break of a user with a plan ends; undefined without one. `isPending` until that is known. */
export function useBreak(isSubscribed: boolean) {
  const { data, isPending } = useQuery({
    ...guardrailsQuery,
    enabled: isSubscribed,
    staleTime: 60_000,
  });
  return { isPending, until: data && breakUntil(data) };
}

function breakUntil({ timeOutUntil, selfExcludedUntil }: GuardrailsResponse): string | undefined {
  return [timeOutUntil, selfExcludedUntil]
    .filter((until) => until !== null)
    .toSorted()
    .at(-1);
}
