import { queryOptions } from "@tanstack/react-query";
import { call } from "#/lib/api.ts";
import { historyKey } from "../api.ts";

/** The last settled predictions of the signed-in user. They are read again while the user is active, not by a timer. */
export const noticesQuery = queryOptions({
  queryKey: [...historyKey, "notices"],
  staleTime: 60_000,
  refetchOnWindowFocus: true,
  queryFn: ({ signal }) => call("prediction", "GET /api/notices", { signal }),
});

/** Marks settled predictions as read. */
export const markNoticesRead = (ids: string[]) =>
  call("prediction", "POST /api/notices/read", { body: { ids } });
