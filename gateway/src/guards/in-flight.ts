import { AppError } from "@orbline/kit/errors";
import { atEnd, type Exchange } from "../exchange/exchange.ts";

/**
 * Limits the requests in flight of one client or user. Each holds memory or a concurrency slot of its service until the
 * client has read the response. Returns a check of one request by the key of its sender. @throws rate-limited
 */
export function inFlightLimit({ max }: { max: number }) {
  const inFlight = new Map<string, number>();
  return (key: string, exchange: Exchange, onRateLimited: () => void): void => {
    const count = inFlight.get(key) ?? 0;
    if (count >= max) {
      onRateLimited();
      const message = "Too many requests at once. Please try again in a moment.";
      throw new AppError("rate-limited", "rate.concurrent", message, { retryAfterSeconds: 1 });
    }
    inFlight.set(key, count + 1);
    atEnd(exchange, () => {
      const left = (inFlight.get(key) ?? 1) - 1;
      if (left === 0) inFlight.delete(key);
      else inFlight.set(key, left);
    });
  };
}
