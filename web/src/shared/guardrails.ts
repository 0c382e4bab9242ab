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

/** When the running break of a user with a plan ends; undefined without one. `isPending` until that is known. */
export function useBreak(isSubscribed: boolean) {
  const { data, isPending } = useQuery({
    ...guardrailsQuery,
    enabled: isSubscribed,
    staleTime: 60_000,
  });
  // A break may end while the page is open.
  const now = useNow();
  return { isPending, until: data && breakUntil(data, now) };
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
