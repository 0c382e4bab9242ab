import type { CheckedBet } from "@orbline/proto/http/prediction/price-check";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "#/lib/api.ts";

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
    checkedAt: query.dataUpdatedAt,
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
