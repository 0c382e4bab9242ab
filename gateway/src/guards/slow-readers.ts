import type { Caller } from "@orbline/kit/auth";
import { endSiteKey } from "@orbline/kit/client-key";
import type { Exchange } from "../exchange/exchange.ts";
import type { Route } from "../routes.ts";
import { inFlightLimit } from "./in-flight.ts";

/** Maximum long responses in flight of one client or user. */
export const maxLongResponses = 8;

/** Checks one request. @throws rate-limited */
export type SlowReaderGuard = ReturnType<typeof slowReaderGuard>;

/**
 * Limits long responses in flight: the record log and exports by client, and lists of a user by user. A client that
 * reads slowly occupies a concurrency slot of the service with each of them, and could otherwise occupy all.
 */
export function slowReaderGuard({
  onRateLimited,
}: {
  onRateLimited: (name: "record" | "per-user") => void;
}) {
  const limit = inFlightLimit({ max: maxLongResponses });
  return ({ rate, isLong }: Route, caller: Caller, exchange: Exchange): void => {
    if (rate === "record" || isLong)
      limit(endSiteKey(exchange.clientIp), exchange, () => onRateLimited("record"));
    else if (rate === "per-user" && caller.kind === "user")
      limit(caller.userId, exchange, () => onRateLimited(rate));
  };
}
