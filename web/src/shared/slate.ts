import type { Sport } from "@orbline/proto/constants/predictions";
import type { SlateResponse } from "@orbline/proto/http/prediction/slate";
import { queryOptions, useQueries, type UseQueryResult } from "@tanstack/react-query";
import type { SlateInfo } from "@orbline/proto/http/prediction/fields";
import { call } from "#/lib/api.ts";
import { clockTime } from "#/lib/format.ts";
import { slateMessages } from "./messages.ts";

/** The games of a sport that predictions can use now. */
export const slateQuery = (sport: Sport) =>
  queryOptions({
    queryKey: ["/api/slate", sport],
    staleTime: 60_000,
    queryFn: ({ signal }): Promise<SlateResponse> =>
      call("prediction", "GET /api/slate", { query: { sport }, signal }),
  });

/** An upcoming game with its best prices. */
export type UpcomingGame = SlateResponse["games"][number] & { sport: Sport };

/** The upcoming games of some sports as one query, soonest first. It has data once each sport has responded. */
export function useUpcomingGames(wanted: readonly Sport[]) {
  return useQueries({ queries: wanted.map((sport) => slateQuery(sport)), combine });
}

function combine(queries: UseQueryResult<SlateResponse>[]) {
  const loaded = queries.flatMap(({ data }) => data ?? []);
  const isSettled = queries.every(({ isPending }) => !isPending);
  return {
    data: isSettled && loaded.length > 0 ? toGames(loaded) : undefined,
    error: queries.find(({ error }) => error)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  };
}

function toGames(slates: readonly SlateResponse[]) {
  const games: UpcomingGame[] = slates
    .flatMap(({ sport, games: ofSport }) => ofSport.map((game) => ({ ...game, sport })))
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  const times = slates.map(({ slate }) => slate.pricedAt).toSorted();
  // The age is that of the oldest prices.
  const [first] = slates;
  return { games, slate: first && { ...first.slate, pricedAt: times[0] ?? first.slate.pricedAt } };
}

const minuteMs = 60_000;

const staleMinutes = 10;

/** Whether live prices are too old to bet by. Prices of a simulated slate stay as they are until its clock moves. */
export function isStale({ kind, pricedAt }: Pick<SlateInfo, "kind" | "pricedAt">, now: number) {
  return kind === "live" && now - Date.parse(pricedAt) > staleMinutes * minuteMs;
}

/** The age of live prices as a text, in minutes or hours; the time at which simulated ones were set. */
export function priceAge({ kind, pricedAt }: Pick<SlateInfo, "kind" | "pricedAt">, now: number) {
  if (kind !== "live") return slateMessages.pricesSet(clockTime(pricedAt));
  const minutes = Math.floor((now - Date.parse(pricedAt)) / minuteMs);
  if (minutes < 1) return slateMessages.pricesNow;
  return slateMessages.pricesOld(minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`);
}
