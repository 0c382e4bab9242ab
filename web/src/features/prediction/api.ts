import type {
  NewPrediction,
  NewPredictionResponse,
  StoredPrediction,
} from "@orbline/proto/http/prediction";
import type { RiskLevel, Sport } from "@orbline/proto/constants/predictions";
import type { HistoryEntry, HistoryResponse } from "@orbline/proto/http/prediction-history";
import type { BettingProfileResponse } from "@orbline/proto/http/prediction-record";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { bringAhead, getJson, isApiError, postJson } from "#/lib/api-client.ts";

const schemas = () => import("@orbline/proto/http/prediction");
const historySchema = async () =>
  (await import("@orbline/proto/http/prediction-history")).historyResponseSchema;

/** Asks for a prediction; it is stored on the server before this answers. */
export const requestPrediction = (request: NewPrediction): Promise<NewPredictionResponse> => {
  bringAhead(schemas);
  return postJson(
    "/api/new-prediction",
    request,
    async () => (await schemas()).newPredictionResponseSchema,
  );
};

/** Whether a request was refused because the subscription has ended. */
export const isSubscriptionRequired = (error: unknown) => isApiError(error) && error.status === 403;

export const historyKey = ["/api/predictions"] as const;

/** The newest predictions of the signed-in user. */
export const recentPredictionsQuery = (limit: number) =>
  queryOptions({
    queryKey: [...historyKey, "recent", limit],
    queryFn: ({ signal }): Promise<HistoryResponse> =>
      getJson(`/api/predictions?limit=${limit}`, historySchema, signal),
  });

/** What a list of predictions is narrowed to; each that is set must match. */
export type HistoryFilter = {
  sport?: Sport | undefined;
  riskLevel?: RiskLevel | undefined;
  outcome?: HistoryEntry["outcome"] | undefined;
};

const historyPath = (filter: HistoryFilter, cursor: string) => {
  const query = new URLSearchParams({ limit: "50" });
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  if (cursor !== "") query.set("cursor", cursor);
  return `/api/predictions?${query.toString()}`;
};

/** Predictions of the signed-in user, newest first, page by page. */
export const historyQuery = (filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: [...historyKey, "all", filter],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }): Promise<HistoryResponse> =>
      getJson(historyPath(filter, pageParam), historySchema, signal),
    getNextPageParam: (page) => page.nextCursor,
  });

/** One of the signed-in user's predictions, as it was given, and how it stands. */
export const predictionQuery = (id: string) =>
  queryOptions({
    queryKey: [...historyKey, "one", id],
    queryFn: ({ signal }): Promise<StoredPrediction> => {
      bringAhead(schemas);
      return getJson(
        `/api/predictions/${encodeURIComponent(id)}`,
        async () => (await schemas()).storedPredictionSchema,
        signal,
      );
    },
  });

/** How the signed-in user bets. */
export const bettingProfileQuery = queryOptions({
  queryKey: [...historyKey, "profile"],
  queryFn: ({ signal }): Promise<BettingProfileResponse> =>
    getJson(
      "/api/betting-profile",
      async () => (await import("@orbline/proto/http/prediction-record")).bettingProfileSchema,
      signal,
    ),
});
