import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { beginSpan, readTraceparent, type Span } from "@orbline/kit/observability/tracing";
import { httpResult } from "@orbline/kit/observability/tracing-results";
import type { Logger } from "@orbline/kit/observability/logger";
import type { Metrics } from "@orbline/kit/observability/metrics";
import type { Request, RequestHandler, Response } from "express";
import { atEnd, type Exchange, exchangeOf, setExchange } from "./exchange.ts";

/** Status written to log and metrics when the client left before the answer was complete. */
const clientLeft = 499;

/**
 * Address of the client: of the connection, or what the outermost of our own proxies wrote, if there are any.
 * What a client wrote itself stands further left in the header and is never looked at.
 */
const clientAddress = (request: Request): string => {
  const direct = request.socket.remoteAddress ?? "unknown";
  if (!request.app.enabled("trust proxy")) return direct;
  const forwarded = request.ip ?? "";
  return isIP(forwarded) ? forwarded : direct;
};

const begin = (request: Request, cause: string | undefined, span: Span | undefined): Exchange => {
  const requestId = randomUUID();
  const traceId = requestId.replaceAll("-", "");
  return {
    requestId,
    traceparent: span?.traceparent ?? cause ?? `00-${traceId}-${traceId.slice(16)}-01`,
    clientIp: clientAddress(request),
    path: "",
    route: "none",
    userId: undefined,
    forwarding: undefined,
    isOver: false,
    endings: undefined,
  };
};

const isHealth = (route: string) => route === "/healthz" || route === "/readyz";

/** Gives each request its id and trace, and writes one log line and one metric when it is over. */
export const observe = ({
  logger,
  metrics,
  trustsTraces = false,
}: {
  logger: Logger;
  metrics: Metrics;
  /** Whether a trace goes on that the client says it belongs to. */
  trustsTraces?: boolean;
}): RequestHandler => {
  const { httpDuration } = metrics;
  const report = (method: string, response: Response, startedAt: number, span?: Span) => {
    const { requestId, traceparent, route, path, userId } = exchangeOf(response);
    const status = response.writableFinished ? response.statusCode : clientLeft;
    const ms = Math.round((performance.now() - startedAt) * 1_000) / 1_000;
    httpDuration.add({ method, route, status, ms });
    // Health is asked for every second or two by whatever watches us.
    const level = isHealth(route) ? "debug" : "info";
    const traceId = traceparent.slice(3, 35);
    const line = { requestId, traceId, method, route, path, status, ms };
    logger[level](userId === undefined ? line : { ...line, userId }, "request");
    span?.end(httpResult({ method, route, status, requestId }));
  };
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method, url, headers } = request;
    const cause = trustsTraces ? readTraceparent(headers["traceparent"]) : undefined;
    const span = isHealth(url) ? undefined : beginSpan("server", method, cause);
    const exchange = begin(request, cause, span);
    setExchange(response, exchange);
    // Answers under /api get it with all their other headers at once.
    if (!url.startsWith("/api/")) response.setHeader("x-request-id", exchange.requestId);
    atEnd(exchange, () => {
      try {
        report(method, response, startedAt, span);
      } catch (error) {
        logger.error({ err: error }, "a request could not be reported");
      }
    });
    next();
  };
};
