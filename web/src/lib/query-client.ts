import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isApiError } from "./api.ts";

type QueryClientDeps = {
  /** Called when any response has the status 401. */
  onUnauthorized: (client: QueryClient) => void;
};

// Without a network a call fails at once. If it waited for the network, it would run after the user has moved on.
const networkMode = "always";

/** Queries never go stale, retry or refetch by themselves, except failed ones when the network returns. No call waits for it. */
export function createQueryClient({ onUnauthorized }: QueryClientDeps) {
  const onError = (error: unknown) => {
    if (isApiError(error) && error.status === 401) onUnauthorized(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        onError(error);
        // After a failed refresh the old data stays visible, unless the user has lost the right to see it.
        if (isApiError(error) && error.status === 403)
          query.setState({ data: undefined, dataUpdatedAt: 0 });
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        networkMode,
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: ({ state }) => (state.status === "error" ? "always" : false),
      },
      mutations: { networkMode, retry: false },
    },
  });
  return client;
}
