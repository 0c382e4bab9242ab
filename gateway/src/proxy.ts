import { Agent, type ClientRequest, type IncomingMessage } from "node:http";
import { AppError } from "@orbline/kit/errors";
import type { NextFunction, Request, Response } from "express";
import { createProxyMiddleware, type Plugin } from "http-proxy-middleware";
import { exchangeOf } from "./exchange.ts";
import { downstreamResponseHeaders, upstreamRequestHeaders } from "./headers.ts";
import type { Route } from "./routes.ts";
import { bodyTooLarge, upstreamFailure, upstreamTimeout } from "./proxy-errors.ts";

/** One forwarding: its rule, where errors go, and the request to the service once it exists. */
type Forwarding = {
  route: Route;
  fail: (error: AppError) => void;
  upstream?: ClientRequest;
  timer?: NodeJS.Timeout;
};

const forwardings = new WeakMap<IncomingMessage, Forwarding>();

/** Ends a forwarding with an error answer; without one when the answer has already begun. */
const abort = (request: Request, response: Response, error: AppError) => {
  const forwarding = forwardings.get(request);
  if (!forwarding || response.writableEnded) return;
  clearTimeout(forwarding.timer);
  if (forwarding.upstream) {
    request.unpipe(forwarding.upstream);
    forwarding.upstream.destroy();
  }
  // What is left of the body is read and dropped, or the client could not read the answer.
  request.resume();
  if (response.headersSent) response.destroy();
  else forwarding.fail(error);
};

const enforceBodyLimit = (request: Request, response: Response, { route }: Forwarding) => {
  let received = 0;
  request.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received > route.bodyLimit) abort(request, response, bodyTooLarge());
  });
};

/** Bounds the wait for the service; the client's own slowness is the server's request timeout's business. */
const startTimer = (request: Request, response: Response, timeoutMs: number) => {
  const timer = setTimeout(() => {
    if (!request.complete) timer.refresh();
    else abort(request, response, upstreamTimeout());
  }, timeoutMs);
  request.once("end", () => timer.refresh());
  response.once("close", () => clearTimeout(timer));
  return timer;
};

const answer = (incoming: IncomingMessage, request: Request, response: Response) => {
  const forwarding = forwardings.get(request);
  if (!forwarding || response.headersSent || response.writableEnded) {
    incoming.destroy();
    return;
  }
  forwarding.timer?.refresh();
  response.writeHead(
    incoming.statusCode ?? 502,
    downstreamResponseHeaders(incoming.headers, forwarding.route),
  );
  incoming.pipe(response);
};

const hooks: Plugin<Request, Response> = (proxy) => {
  proxy.on("proxyReq", (upstream, request, response) => {
    const forwarding = forwardings.get(request);
    if (!forwarding || response.writableEnded) {
      upstream.destroy();
      return;
    }
    forwarding.upstream = upstream;
    enforceBodyLimit(request, response, forwarding);
  });
  proxy.on("proxyRes", answer);
  proxy.on("error", (error, request, response) => {
    if (request && response && "locals" in response)
      abort(request, response, upstreamFailure(error));
  });
};

/** Forwards requests of one service without ever parsing a body; `close` ends its idle connections. */
export const serviceProxy = ({ url, maxTimeoutMs }: { url: string; maxTimeoutMs: number }) => {
  const { protocol, hostname, port } = new URL(url);
  // Shorter than the services' 75 s, so that no request is sent into a connection that just closes.
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 256,
    maxFreeSockets: 64,
    timeout: 60_000,
  });
  const middleware = createProxyMiddleware<Request, Response>({
    target: { protocol, host: hostname, hostname, port: port || "80" },
    agent,
    ejectPlugins: true,
    plugins: [hooks],
    // Headers of the answer come from the allow-list, so this side writes the answer itself.
    selfHandleResponse: true,
  });
  return {
    forward: (
      request: Request,
      response: Response,
      next: NextFunction,
      { route, assertion }: { route: Route; assertion?: string },
    ): Promise<void> => {
      const timeoutMs = Math.min(route.timeoutMs, maxTimeoutMs);
      const timer = startTimer(request, response, timeoutMs);
      forwardings.set(request, { route, fail: next, timer });
      request.headers = upstreamRequestHeaders(request, {
        route,
        exchange: exchangeOf(response),
        ...(assertion && { assertion }),
      });
      return middleware(request, response, next);
    },
    close: () => agent.destroy(),
  };
};
/** Forwards to one service. */
export type ServiceProxy = ReturnType<typeof serviceProxy>;
