import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isApiError } from "./api-client.ts";

type QueryClientDeps = {
  /** Told when the server answers any call that nobody is signed in (401). */
  onUnauthorized: (client: QueryClient) => void;
};

/** Queries never go stale by themselves, are never retried and never asked again on focus. */
export const createQueryClient = ({ onUnauthorized }: QueryClientDeps) => {
  const onError = (error: unknown) => {
    if (isApiError(error) && error.status === 401) onUnauthorized(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false },
    },
  });
  return client;
};
