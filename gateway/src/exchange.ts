import type { Response } from "express";

/** A request that is to go on to its service. */
export type Forwarding = {
  send: () => void;
  /** Takes what `send` throws. */
  fail: (error: unknown) => void;
};

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
  /** What the proxy's transport calls. */
  forwarding?: Forwarding;
};

/** Remembers the exchange for the rest of the chain. */
export const setExchange = (response: Response, exchange: Exchange) => {
  response.locals["exchange"] = exchange;
  response.locals["requestId"] = exchange.requestId;
};

/** The exchange that `observe` began. */
export const exchangeOf = (response: Response): Exchange => response.locals["exchange"] as Exchange;
