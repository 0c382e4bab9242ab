import type { RiskLevel, Sport } from "@orbline/proto/constants/predictions";
import type { NewPrediction, Prediction } from "@orbline/proto/http/prediction/prediction";
import type { NewBet } from "@orbline/proto/http/prediction/ledger";
import type { HistoryEntry } from "@orbline/proto/http/prediction/history";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call, isApiError } from "#/lib/api.ts";

/** Everything that the server holds about the user's predictions is cached under this key. */
export const historyKey = ["/api/predictions"] as const;

/** Generates a prediction. The server stores it before it responds. */
export function requestPrediction(request: NewPrediction) {
  return call("prediction", "POST /api/new-prediction", { body: request });
}

/** Whether a request was refused because the subscription has ended. */
export function isSubscriptionRequired(error: unknown): boolean {
  return isApiError(error) && error.status === 403 && guardrailRefusal(error) === undefined;
}

/** The refusal of a request by one of the user's own limits and breaks. */
export function guardrailRefusal(error: unknown) {
  const body = isApiError(error) ? error.body : undefined;
  return body?.code.startsWith("guardrails.") ? body : undefined;
}

/** The newest predictions of the signed-in user. */
export function recentPredictionsQuery(limit: number) {
  return queryOptions({
    queryKey: [...historyKey, "recent", limit],
    queryFn: ({ signal }) =>
      call("prediction", "GET /api/predictions", { query: { limit }, signal }),
  });
}

/** The prediction on the machine: the response that brought it, or after a reload the stored one. */
export function shownQuery(id: string) {
  return queryOptions({
    queryKey: ["shown-prediction", id],
    // Its games may have ended when the user comes back to the page.
    staleTime: 30_000,
    queryFn: ({ signal }): Promise<Prediction> =>
      call("prediction", "GET /api/predictions/{id}", { params: { id }, signal }),
  });
}

export type HistoryFilter = {
  sport?: Sport | undefined;
  riskLevel?: RiskLevel | undefined;
  outcome?: HistoryEntry["outcome"] | undefined;
};

/** Predictions of the signed-in user, newest first, page by page. */
export function historyQuery(filter: HistoryFilter) {
  return infiniteQueryOptions({
    queryKey: [...historyKey, "all", filter],
    initialPageParam: "",
    queryFn: ({ pageParam: cursor, signal }) =>
      call("prediction", "GET /api/predictions", {
        query: { limit: 25, ...filter, cursor },
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Profit of the signed-in user's settled predictions that match, day by day. */
export function historySeriesQuery(filter: HistoryFilter) {
  return queryOptions({
    queryKey: [...historyKey, "series", filter],
    queryFn: ({ signal }) =>
      call("prediction", "GET /api/predictions/series", { query: filter, signal }),
  });
}

/** One of the signed-in user's predictions with its outcome. */
export function predictionQuery(id: string) {
  return queryOptions({
    queryKey: [...historyKey, "one", id],
    queryFn: ({ signal }) =>
      call("prediction", "GET /api/predictions/{id}", { params: { id }, signal }),
  });
}

/** Totals of the signed-in user by sport and risk. */
export const bettingProfileQuery = queryOptions({
  queryKey: [...historyKey, "profile"],
  queryFn: ({ signal }) => call("prediction", "GET /api/betting-profile", { signal }),
});

/** Shares a prediction: its receipt becomes public under the slug, which stays the same. */
export const sharePrediction = (id: string) =>
  call("prediction", "POST /api/predictions/{id}/share", { params: { id }, body: {} });

export const stopSharing = (id: string) =>
  call("prediction", "DELETE /api/predictions/{id}/share", { params: { id } });

/** Recorded bets of the signed-in user, all or those settled since a time (ISO 8601). */
export function ledgerQuery(settledSince?: string) {
  return queryOptions({
    queryKey: [...historyKey, "ledger", settledSince],
    queryFn: ({ signal }) =>
      call("prediction", "GET /api/ledger", { query: { settledSince }, signal }),
  });
}

/** Records what the user really bet on a prediction, or corrects it. */
export const recordBet = (id: string, bet: NewBet) =>
  call("prediction", "POST /api/predictions/{id}/bet", { params: { id }, body: bet });

export const removeBet = (id: string) =>
  call("prediction", "DELETE /api/predictions/{id}/bet", { params: { id } });
