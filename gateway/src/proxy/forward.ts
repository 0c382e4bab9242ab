import type { NextFunction, Request, Response } from "express";
import { createProxyMiddleware } from "http-proxy-middleware";
import type { Bulkhead } from "./concurrency-limit.ts";
import { exchangeOf } from "../exchange/exchange.ts";
import { downstreamResponseHeaders, upstreamRequestHeaders } from "./headers.ts";
import { bodyTooLarge, upstreamBusy } from "./errors.ts";
import { bufferedBytes, hasBody, readBody, streamBody } from "./request-body.ts";
import type { Route } from "../routes.ts";
import { checkTransport } from "./transport-check.ts";
import { type Passage, passOn, servicePool, undiciTransport } from "./undici-transport.ts";

/** Sends a request on, with its body whole where that is small, else as it arrives. */
const passOnWithBody = (passage: Passage, limit: number) => {
  const { request, headers, fail } = passage;
  if (!hasBody(request)) {
    passOn(passage, null);
    return;
  }
  const declared = request.headers["content-length"];
  if (Math.min(Number(declared ?? limit), limit) <= bufferedBytes) {
    const onBody = (body: Buffer) => void passOn(passage, body);
    readBody({ request, limit, onBody, onTooLarge: () => fail(bodyTooLarge()) });
    return;
  }
  const body = streamBody({ request, limit, onTooLarge: () => abort(bodyTooLarge()) });
  if (declared) headers.push("content-length", declared);
  const { abort } = passOn(passage, body);
};

/** Forwards requests of one service without ever parsing a body. */
export const serviceProxy = ({
  url,
  socketPath,
  maxTimeoutMs,
  places,
  providerPlaces = places,
}: {
  url: string;
  /** The file on which the service answers on this machine. */
  socketPath?: string | undefined;
  maxTimeoutMs: number;
  places: Bulkhead;
  /** Those of providers, who would else wait for others' requests to end. */
  providerPlaces?: Bulkhead;
}) => {
  const { protocol, hostname, port } = new URL(url);
  const connections = places.limit + providerPlaces.limit;
  const pool = servicePool({ url, socketPath, connections });
  const middleware = createProxyMiddleware<Request, Response>({
    // What comes here, the routes table has chosen.
    pathFilter: () => true,
    target: { protocol, host: hostname, hostname, port: port || "80" },
    // The default ones log, and answer errors in a form of their own.
    ejectPlugins: true,
    plugins: [undiciTransport],
  });
  return {
    /** @throws when requests would not go through our transport */
    check: () => checkTransport(middleware),
    /**
     * Answers, or fails by `next`: unavailable when the service cannot be reached or has as much to do as it may.
     * @throws unavailable when it has so much to do before the request was looked at
     */
    forward: (
      request: Request,
      response: Response,
      next: NextFunction,
      { route, assertion }: { route: Route; assertion?: string },
    ): Promise<void> => {
      const exchange = exchangeOf(response);
      const { requestId } = exchange;
      const itsPlaces = route.access === "provider" ? providerPlaces : places;
      // Before its body is read and anything else is done for it: the more come, the less each may cost.
      if (itsPlaces.refuses()) throw upstreamBusy;
      const send = () =>
        passOnWithBody(
          {
            pool,
            places: itsPlaces,
            request,
            response,
            timeoutMs: Math.min(route.timeoutMs, maxTimeoutMs),
            headers: upstreamRequestHeaders(request, { route, exchange, assertion }),
            answerHeaders: (from) => downstreamResponseHeaders(from, { route, requestId }),
            fail: next,
          },
          route.bodyLimit,
        );
      exchange.forwarding = { send, fail: next };
      return middleware(request, response, next);
    },
    /** Ends the connections to the service. */
    close: () => pool.destroy(),
  };
};
/** Forwards to one service. */
export type ServiceProxy = ReturnType<typeof serviceProxy>;
