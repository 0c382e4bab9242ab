import type { Sport } from "@orbline/proto/constants/predictions";
import type { SlateResponse } from "@orbline/proto/http/prediction/slate";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#/lib/api.ts";
import { slateMessages } from "./messages.ts";

/** The games of a sport that predictions can use now. */
export const slateQuery = (sport: Sport) =>
  queryOptions({
    queryKey: ["/api/slate", sport],
    staleTime: 60_000,
    queryFn: ({ signal }): Promise<SlateResponse> =>
      call("prediction", "GET /api/slate", { query: { sport }, signal }),
  });

const minuteMs = 60_000;

/** The age of the prices as a text, in minutes or hours. */
export function priceAge(pricedAt: string, now: number) {
  const minutes = Math.floor((now - Date.parse(pricedAt)) / minuteMs);
  if (minutes < 1) return slateMessages.pricesNow;
  return slateMessages.pricesOld(minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`);
}
