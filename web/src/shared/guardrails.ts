import type { GuardrailsResponse } from "@orbline/proto/http/prediction/guardrails";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#/lib/api.ts";
import { useNow } from "#/lib/use-now.ts";

/** Limits, their use and the breaks of the signed-in user. */
export const guardrailsQuery = queryOptions({
  queryKey: ["/api/guardrails"],
  // Predictions change the use.
  staleTime: 0,
  queryFn: ({ signal }) => call("prediction", "GET /api/guardrails", { signal }),
});

/** When the user's running break ends; undefined without one, and while it is not asked for. */
export function useBreak(isAskedFor: boolean) {
  const { data, isLoading } = useQuery({
    ...guardrailsQuery,
    enabled: isAskedFor,
    staleTime: 60_000,
  });
  // A break may end while the page is open.
  const now = useNow();
  return { isLoading, until: data && breakUntil(data, now) };
}

/** When the last break ends of those that run at a time in milliseconds. */
export function breakUntil(
  {
    timeOutUntil,
    selfExcludedUntil,
  }: Pick<GuardrailsResponse, "timeOutUntil" | "selfExcludedUntil">,
  now: number,
) {
  return [timeOutUntil, selfExcludedUntil]
    .filter((until): until is string => until !== null && Date.parse(until) > now)
    .toSorted()
    .at(-1);
}
