import { endSiteKey } from "@orbline/kit/client-key";
import { AppError } from "@orbline/kit/errors";
import type { Request } from "express";
import type { Exchange } from "../exchange/exchange.ts";
import type { Route } from "../routes.ts";
import { inFlightLimit } from "./in-flight.ts";

/** Requests of the payment provider that one client may have in flight. Each holds its body in memory. */
export const maxProviderRequests = 16;
/** Requests of the payment provider that all clients may have in flight. Their bodies take at most 256 MB. */
const maxOfAllClients = 1_024;

/** Checks a request of the payment provider before its body is read. @throws invalid, rate-limited */
export type ProviderGuard = ReturnType<typeof providerGuard>;

/**
 * Refuses requests of the payment provider without the header that carries their credential, and requests beyond a
 * few of one client at a time. The service verifies the credential.
 */
export function providerGuard({ onRateLimited }: { onRateLimited: () => void }) {
  const limit = inFlightLimit({ max: maxProviderRequests });
  const limitAll = inFlightLimit({ max: maxOfAllClients });
  return (request: Request, { credentialHeader }: Route, exchange: Exchange): void => {
    if (credentialHeader && !request.headers[credentialHeader])
      throw new AppError("invalid", "credential.missing", `${credentialHeader} is missing.`);
    limit(endSiteKey(exchange.clientIp), exchange, onRateLimited);
    limitAll("all", exchange, onRateLimited);
  };
}
