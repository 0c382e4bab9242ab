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
  userId?: string | undefined;
  /** What the proxy's transport calls. */
  forwarding?: Forwarding | undefined;
  /** Whether the answer is complete or the client has left. */
  isOver?: boolean;
  /** What is to be done when it is over. */
  endings?: (() => void)[] | undefined;
};

/** The exchange that `observe` began. */
export const exchangeOf = (response: Response): Exchange => response.locals["exchange"] as Exchange;

function end(this: Response): void {
  const exchange = exchangeOf(this);
  if (exchange.isOver) return;
  exchange.isOver = true;
  for (const ending of exchange.endings ?? []) ending();
}

/** Remembers the exchange for the rest of the chain. */
export const setExchange = (response: Response, exchange: Exchange) => {
  response.locals["exchange"] = exchange;
  response.locals["requestId"] = exchange.requestId;
  // One listener for all that wait for the end, as each has its price.
  response.on("close", end);
};

/** Has something done once when it is over, at once if it is; what is noted first is done first. */
export const atEnd = (exchange: Exchange, ending: () => void): void => {
  if (exchange.isOver) ending();
  else if (exchange.endings) exchange.endings.push(ending);
  else exchange.endings = [ending];
};
