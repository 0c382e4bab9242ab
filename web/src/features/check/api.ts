import { sports } from "@orbline/proto/constants/predictions";
import type { CheckedBet } from "@orbline/proto/http/prediction/price-check";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "#/lib/api.ts";
import { slateQuery } from "#/shared/slate.ts";
import type { Game } from "./bet.ts";

/** The upcoming games of all sports, soonest first. */
export function useGames() {
  return useQueries({
    queries: sports.map((sport) => slateQuery(sport)),
    combine: (queries) => {
      const loaded = queries.flatMap(({ data }) => data ?? []);
      const games: Game[] = loaded
        .flatMap(({ sport, games: ofSport }) => ofSport.map((game) => ({ ...game, sport })))
        .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
      return {
        games: new Map(games.map((game) => [game.id, game])),
        slate: loaded[0]?.slate,
        isPending: queries.some(({ isPending }) => isPending),
        error: loaded.length === 0 ? queries.find(({ error }) => error)?.error : undefined,
        refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
      };
    },
  });
}

type Request = { legs: CheckedBet[]; stake: number };

const typingMs = 200;

/**
 * Checks a price: for a subscriber as soon as the request is complete and rests, for others when `submit` is called,
 * because each check counts. The last result stays until the next one.
 */
export function usePriceCheck(request: Request | undefined, { isLive }: { isLive: boolean }) {
  const key = request && JSON.stringify(request);
  const [submitted, setSubmitted] = useState<string>();
  const resting = useResting(key);
  const wanted = isLive ? resting : submitted;
  const query = useQuery({
    queryKey: ["/api/price-check", wanted],
    enabled: wanted !== undefined,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call("prediction", "POST /api/price-check", {
        body: JSON.parse(wanted ?? "{}") as Request,
        signal,
      }),
  });
  return {
    checked: query.data,
    error: query.error,
    isChecking: query.isFetching,
    /** Whether the result is that of the request. */
    isCurrent: key !== undefined && key === wanted && !query.isPlaceholderData,
    submit: () => {
      if (key === submitted) void query.refetch();
      else setSubmitted(key);
    },
  };
}

/** The value once it has not changed for a moment. */
function useResting(value: string | undefined) {
  const [resting, setResting] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setResting(value), typingMs);
    return () => clearTimeout(timer);
  }, [value]);
  return resting;
}
