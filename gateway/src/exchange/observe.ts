import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { withContext } from "@orbline/kit/observability/context";
import type { Logger } from "@orbline/kit/observability/logger";
import type { Metrics } from "@orbline/kit/observability/metrics";
import {
  beginSpan,
  httpResult,
  readTraceparent,
  type Span,
} from "@orbline/kit/observability/tracing";
import type { NextFunction, Request, Response } from "express";
import { atEnd, type Exchange, setExchange } from "./exchange.ts";

/** Status in log and metrics when the client disconnected before the response was complete. */
const clientClosedRequest = 499;

/** Longer paths belong to no page and no call, and would push older lines out of a log of limited size. */
const loggedPathLength = 256;

export type ObserveDeps = {
  logger: Logger;
  metrics: Metrics;
  /** Whether a trace continues from the client's `traceparent`. */
  trustsTraces: boolean;
};

/**
 * Starts the exchange of a request: gives it an id and a trace, and writes one log line and one metric when it is
 * over. The log line never contains the query.
 */
export function startExchange(
  { logger, metrics, trustsTraces }: ObserveDeps,
  request: Request,
  response: Response,
  { clientIp, next }: { clientIp: string; next: NextFunction },
): Exchange {
  const startedAt = performance.now();
  const { method, url, headers } = request;
  const parent = trustsTraces ? readTraceparent(headers["traceparent"]) : undefined;
  const span = isHealth(url) ? undefined : beginSpan("server", method, parent);
  const exchange = newExchange(clientIp, parent, span, next);
  setExchange(response, exchange);
  // API responses set it together with their other headers.
  if (!url.startsWith("/api/")) response.setHeader("x-request-id", exchange.requestId);
  atEnd(exchange, () => {
    try {
      const ms = Math.round((performance.now() - startedAt) * 1_000) / 1_000;
      report({ logger, metrics }, method, response, exchange, ms, span);
    } catch (error) {
      logger.error({ err: error }, "failed to report a request");
    }
  });
  return exchange;
}

function newExchange(
  clientIp: string,
  parent: string | undefined,
  span: Span | undefined,
  next: NextFunction,
): Exchange {
  const requestId = randomUUID();
  const traceId = requestId.replaceAll("-", "");
  const traceparent = span?.traceparent ?? parent ?? `00-${traceId}-${traceId.slice(16)}-01`;
  return {
    requestId,
    traceparent,
    clientIp,
    path: "",
    label: "none",
    userId: undefined,
    upstream: undefined,
    fail: (error) => withContext({ requestId, traceparent }, () => next(error)),
    isOver: false,
    onEnd: [],
  };
}

/**
 * Address of the client: of the connection, or the X-Forwarded-For entry that the outermost trusted proxy wrote.
 * Entries further left come from the client and are ignored.
 */
export function clientAddress(request: Request): string {
  const direct = request.socket.remoteAddress ?? "unknown";
  if (!request.app.enabled("trust proxy")) return direct;
  const forwarded = withoutPort(request.ip ?? "");
  return isIP(forwarded) ? forwarded : direct;
}

/** Some proxies write the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  return /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(entry)?.[1] ?? entry.replace(/^([\d.]+):\d+$/, "$1");
}

function isHealth(path: string): boolean {
  return path === "/healthz" || path === "/readyz";
}

function report(
  { logger, metrics }: Pick<ObserveDeps, "logger" | "metrics">,
  method: string,
  response: Response,
  { requestId, traceparent, label: route, path, userId }: Exchange,
  ms: number,
  span: Span | undefined,
): void {
  const status = response.writableFinished ? response.statusCode : clientClosedRequest;
  metrics.httpDuration.observe({ method, route, status }, ms / 1_000);
  // Monitoring requests health every second or two.
  const level = isHealth(route) ? "debug" : "info";
  const traceId = traceparent.slice(3, 35);
  const line = { requestId, traceId, method, route, path: path.slice(0, loggedPathLength) };
  logger[level]({ ...line, status, ms, userId }, "request");
  span?.end(httpResult({ method, route, status, requestId }));
}
