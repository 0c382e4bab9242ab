import { AppError } from "@orbline/kit/errors";
import { atEnd, type Exchange } from "../exchange/exchange.ts";

/**
 * Limits the requests of one client or user that are in flight: each holds memory or one of the places at its service until
 * its client has read the response. Returns a check for one request with the key of its sender. @throws rate-limited
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
