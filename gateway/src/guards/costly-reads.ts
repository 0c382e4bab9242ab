import type { Caller } from "@orbline/kit/auth";
import { clientKey } from "@orbline/kit/client-key";
import type { Exchange } from "../exchange/exchange.ts";
import type { Route } from "../routes.ts";
import { inFlightLimit } from "./in-flight.ts";

/** Calls with long responses that one client, or one user, may have in flight. */
export const maxCostlyReads = 8;

/** Checks a call with a long response. @throws rate-limited */
export type CostlyReadsGuard = ReturnType<typeof costlyReadsGuard>;

/**
 * Limits the calls of one client in the classes whose responses are long: pages of the record log, and lists of a user. A
 * client that reads slowly keeps each of their places at the service for seconds, and would otherwise take all of them.
 */
export function costlyReadsGuard({
  onRateLimited,
}: {
  onRateLimited: (name: "record" | "per-user") => void;
}) {
  const limit = inFlightLimit({ max: maxCostlyReads });
  return ({ rate }: Route, caller: Caller, exchange: Exchange): void => {
    if (rate === "record") limit(clientKey(exchange.clientIp), exchange, () => onRateLimited(rate));
    else if (rate === "per-user" && caller.kind === "user")
      limit(caller.userId, exchange, () => onRateLimited(rate));
  };
}
