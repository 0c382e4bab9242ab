import type { Sport } from "@orbline/proto/constants/predictions";
import type { SlateResponse } from "@orbline/proto/http/slate";
import { queryOptions } from "@tanstack/react-query";
import { getJson } from "./api-client.ts";

/** The games of a sport that can be picked now. */
export const slateQuery = (sport: Sport) =>
  queryOptions({
    queryKey: ["/api/slate", sport],
    staleTime: 60_000,
    queryFn: ({ signal }): Promise<SlateResponse> =>
      getJson(
        `/api/slate?sport=${sport}`,
        async () => (await import("@orbline/proto/http/slate")).slateResponseSchema,
        signal,
      ),
  });
