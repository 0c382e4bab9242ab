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

/** A running time-out or self-exclusion; `until` is undefined without one, and while it is not asked for. */
export function useBreak(isAskedFor: boolean) {
  const { data, isLoading } = useQuery({
    ...guardrailsQuery,
    enabled: isAskedFor,
    staleTime: 60_000,
  });
  // A break may end while the page is open.
  const now = useNow();
  return { isLoading, ...(data ? breakAt(data, now) : noBreak) };
}

/** A break and its end, if one runs. */
export type Break = { until: string | undefined; isSelfExclusion: boolean };

export const noBreak: Break = { until: undefined, isSelfExclusion: false };

/** The break that runs at a time in milliseconds. A self-exclusion comes before a time-out. */
export function breakAt(
  {
    timeOutUntil,
    selfExcludedUntil,
  }: Pick<GuardrailsResponse, "timeOutUntil" | "selfExcludedUntil">,
  now: number,
): Break {
  const runs = (until: string | null): until is string => until !== null && Date.parse(until) > now;
  if (runs(selfExcludedUntil)) return { until: selfExcludedUntil, isSelfExclusion: true };
  if (runs(timeOutUntil)) return { until: timeOutUntil, isSelfExclusion: false };
  return noBreak;
}
