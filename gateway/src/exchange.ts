import type { Response } from "express";

/** What the gateway knows of the request that it is working on. */
export type Exchange = {
  requestId: string;
  /** W3C trace context that starts at the gateway. */
  traceparent: string;
  clientIp: string;
  /** Path without query, once checked. */
  path: string;
  /** Pattern of the routes table, or what kind of file; a label with few values. */
  route: string;
  userId?: string;
};

/** Remembers the exchange for the rest of the chain. */
export const setExchange = (response: Response, exchange: Exchange) => {
  response.locals["exchange"] = exchange;
  response.locals["requestId"] = exchange.requestId;
};

/** The exchange that `observe` began. */
export const exchangeOf = (response: Response): Exchange => response.locals["exchange"] as Exchange;
