import type {
  HistoryResponse,
  NewPrediction,
  NewPredictionResponse,
  SlateResponse,
  Sport,
} from "@orbline/proto/http/prediction";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getJson, isApiError, postJson } from "../../lib/api-client.ts";

const schemas = () => import("@orbline/proto/http/prediction");
const historySchema = async () => (await schemas()).historyResponseSchema;

/** Asks for a prediction; it is stored on the server before this answers. */
export const requestPrediction = (request: NewPrediction): Promise<NewPredictionResponse> =>
  postJson(
    "/api/new-prediction",
    request,
    async () => (await schemas()).newPredictionResponseSchema,
  );

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

/** All predictions of the signed-in user, page by page. */
export const historyQuery = infiniteQueryOptions({
  queryKey: [...historyKey, "all"],
  initialPageParam: "",
  queryFn: ({ pageParam, signal }): Promise<HistoryResponse> =>
    getJson(
      `/api/predictions?limit=20${pageParam && `&cursor=${encodeURIComponent(pageParam)}`}`,
      historySchema,
      signal,
    ),
  getNextPageParam: (page) => page.nextCursor,
});

/** The games of a sport that can be picked now. */
export const slateQuery = (sport: Sport) =>
  queryOptions({
    queryKey: ["/api/slate", sport],
    staleTime: 60_000,
    queryFn: ({ signal }): Promise<SlateResponse> =>
      getJson(
        `/api/slate?sport=${sport}`,
        async () => (await schemas()).slateResponseSchema,
        signal,
      ),
  });
