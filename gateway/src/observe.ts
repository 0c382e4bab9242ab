import { randomUUID } from "node:crypto";
import { withContext } from "@orbline/kit/context";
import type { Logger } from "@orbline/kit/logger";
import type { Metrics } from "@orbline/kit/metrics";
import type { Request, RequestHandler, Response } from "express";
import { type Exchange, exchangeOf, setExchange } from "./exchange.ts";

/** Status written to log and metrics when the client left before the answer was complete. */
const clientLeft = 499;

const begin = (request: Request): Exchange => {
  const requestId = randomUUID();
  const traceId = requestId.replaceAll("-", "");
  return {
    requestId,
    traceparent: `00-${traceId}-${traceId.slice(16)}-01`,
    clientIp: request.socket.remoteAddress ?? "unknown",
    path: "",
    route: "none",
  };
};

const isHealth = (route: string) => route === "/healthz" || route === "/readyz";

/** Gives each request its id and trace, and writes one log line and one metric when it is over. */
export const observe = ({
  logger,
  metrics,
}: {
  logger: Logger;
  metrics: Metrics;
}): RequestHandler => {
  const { httpDuration } = metrics;
  const series = new Map<string, ReturnType<typeof httpDuration.labels>>();
  /** The labels of a series are put together once. */
  const seriesOf = (method: string, route: string, status: number) => {
    const key = `${method} ${status} ${route}`;
    const known = series.get(key);
    if (known) return known;
    const bound = httpDuration.labels({ method, route, status });
    series.set(key, bound);
    return bound;
  };
  const report = (method: string, response: Response, startedAt: number) => {
    const { requestId, route, path, userId } = exchangeOf(response);
    const status = response.writableFinished ? response.statusCode : clientLeft;
    const ms = performance.now() - startedAt;
    seriesOf(method, route, status).observe(ms / 1_000);
    // Health is asked for every second or two by whatever watches us.
    const level = isHealth(route) ? "debug" : "info";
    logger[level](
      { requestId, method, route, path, status, ms, ...(userId && { userId }) },
      "request",
    );
  };
  return (request, response, next) => {
    const startedAt = performance.now();
    const exchange = begin(request);
    setExchange(response, exchange);
    // Answers under /api get it with all their other headers at once.
    if (!request.url.startsWith("/api/")) response.setHeader("x-request-id", exchange.requestId);
    response.once("close", () => {
      try {
        report(request.method, response, startedAt);
      } catch (error) {
        logger.error({ err: error }, "a request could not be reported");
      }
    });
    const { requestId, traceparent } = exchange;
    withContext({ requestId, traceparent }, next);
  };
};
