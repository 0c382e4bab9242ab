import type { Response } from "express";
import type { Route } from "../routes.ts";

/** The gateway's data about the request that it is handling. */
export type Exchange = {
  requestId: string;
  /** W3C trace context that starts at the gateway. */
  traceparent: string;
  clientIp: string;
  /** Path without query, once checked. */
  path: string;
  /** Label of log and metrics with few values: a pattern of the routes table, or the kind of file. */
  label: string;
  userId?: string | undefined;
  /** Set for requests that go to a service, with the signed assertion about the caller. */
  upstream?: { route: Route; assertion: string | undefined } | undefined;
  /** Responds with an error. */
  fail: (error: unknown) => void;
  /** Whether the response is complete or the client has disconnected. */
  isOver: boolean;
  onEnd: (() => void)[];
};

export function exchangeOf(response: Response): Exchange {
  return response.locals["exchange"] as Exchange;
}

/** Attaches the exchange to its response for the rest of the pipeline. */
export function setExchange(response: Response, exchange: Exchange): void {
  response.locals["exchange"] = exchange;
  response.locals["requestId"] = exchange.requestId;
  response.on("close", () => {
    if (exchange.isOver) return;
    exchange.isOver = true;
    for (const callback of exchange.onEnd) callback();
  });
}

/** Calls back once when the exchange is over, at once if it already is. Callbacks run in the order of their registration. */
export function atEnd(exchange: Exchange, callback: () => void): void {
  if (exchange.isOver) callback();
  else exchange.onEnd.push(callback);
}
