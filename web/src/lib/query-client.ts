import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isApiError } from "./api.ts";

type QueryClientDeps = {
  /** Told when the server answers any call that nobody is signed in (401). */
  onUnauthorized: (client: QueryClient) => void;
};

// Without a network a call fails at once. Kept back until there is one again it would still be sent after
// whoever pressed has taken it back.
const networkMode = "always";

/**
 * Queries never go stale by themselves, are never retried and never asked again on focus; no call waits for
 * the network to come back.
 */
export function createQueryClient({ onUnauthorized }: QueryClientDeps) {
  const onError = (error: unknown) => {
    if (isApiError(error) && error.status === 401) onUnauthorized(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        onError(error);
        // What came last stays while its newest does not come, but not when the server refuses it.
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
        refetchOnReconnect: false,
      },
      mutations: { networkMode, retry: false },
    },
  });
  return client;
}
