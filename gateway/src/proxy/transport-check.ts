import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Request, Response } from "express";
import type { RequestHandler } from "http-proxy-middleware";
import { type Exchange, setExchange } from "../exchange/exchange.ts";

const nobody: Omit<Exchange, "forwarding"> = {
  requestId: "",
  traceparent: "",
  clientIp: "",
  path: "/",
  route: "none",
};

/**
 * Puts a request that belongs to nobody into a proxy and makes sure that our transport is handed it. The proxy's
 * own would send it on without the allow-list of headers, and only a change inside httpxy would tell the two apart.
 * @throws when another transport took the request
 */
export const checkTransport = async (
  proxy: RequestHandler<Request, Response>,
  { deadlineMs = 2_000 } = {},
): Promise<void> => {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url: "/" });
  const response = Object.assign(new ServerResponse(request), { locals: {} });
  let isOurs = false;
  const send = () => {
    isOurs = true;
  };
  const waited = new AbortController();
  setExchange(response as unknown as Response, {
    ...nobody,
    forwarding: { send, fail: () => undefined },
  });
  await Promise.race([
    proxy(request as Request, response as unknown as Response, () => undefined),
    sleep(deadlineMs, undefined, { signal: waited.signal }).catch(() => undefined),
  ]);
  waited.abort();
  response.destroy();
  if (!isOurs)
    throw new Error("the proxy does not use the gateway's transport: has httpxy changed?");
};
