import { clientKey } from "@orbline/kit/client-key";
import { AppError } from "@orbline/kit/errors";
import type { Request } from "express";
import { atEnd, type Exchange } from "../exchange/exchange.ts";
import type { Route } from "../routes.ts";

/** Requests of the payment provider that one client may have in flight. Each holds its body in memory. */
export const maxProviderRequests = 16;

/** Checks a request of the payment provider before its body is read. @throws invalid, rate-limited */
export type ProviderGuard = ReturnType<typeof providerGuard>;

/**
 * Refuses requests of the payment provider without the header that carries their credential, and requests beyond a
 * few of one client at a time. The service verifies the credential.
 */
export function providerGuard({ onRateLimited }: { onRateLimited: () => void }) {
  const inFlight = new Map<string, number>();
  return (request: Request, { credentialHeader }: Route, exchange: Exchange): void => {
    if (credentialHeader && !request.headers[credentialHeader])
      throw new AppError("invalid", "credential.missing", `${credentialHeader} is missing.`);
    const client = clientKey(exchange.clientIp);
    const count = inFlight.get(client) ?? 0;
    if (count >= maxProviderRequests) {
      onRateLimited();
      const message = "Too many requests at once. Please try again in a moment.";
      throw new AppError("rate-limited", "rate.concurrent", message, { retryAfterSeconds: 1 });
    }
    inFlight.set(client, count + 1);
    atEnd(exchange, () => {
      const left = (inFlight.get(client) ?? 1) - 1;
      if (left === 0) inFlight.delete(client);
      else inFlight.set(client, left);
    });
  };
}
