import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { assertionHeader, type Caller } from "../auth.ts";
import { type RequestContext, withContext } from "../observability/context.ts";
import { AppError } from "../errors.ts";
import { type Logger, requestLogger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import { beginSpan, httpResult, readTraceparent } from "../observability/tracing.ts";

/** A caller's request id appears in logs and responses, so its shape is checked. */
const requestIdShape = /^[\w.:-]{1,64}$/;

function contextOf(request: Request): RequestContext {
  const sent = request.headers["x-request-id"];
  const traceparent = readTraceparent(request.headers["traceparent"]);
  return {
    requestId: typeof sent === "string" && requestIdShape.test(sent) ? sent : randomUUID(),
    ...(traceparent && { traceparent }),
  };
}

/**
 * Gives a request its id and context, and at its end one measurement and one log line. The line of a request that was served
 * is a debug line, because the gateway logs the same request.
 */
export function observe({ logger, metrics }: { logger: Logger; metrics: Metrics }): RequestHandler {
  const requests = requestLogger(logger);
  return (request, response, next) => {
    const context = contextOf(request);
    const { requestId } = context;
    const { method } = request;
    const span = beginSpan("server", method, context.traceparent);
    if (span) context.traceparent = span.traceparent;
    const startedAt = performance.now();
    // The gateway's own response has a date, and the gateway keeps connections anyway.
    response.sendDate = false;
    if (response.shouldKeepAlive) response.removeHeader("connection");
    response.locals["requestId"] = requestId;
    response.on("close", () => {
      const ms = Math.round((performance.now() - startedAt) * 1_000) / 1_000;
      const route = (request.route as { path?: string } | undefined)?.path ?? "none";
      const status = response.statusCode;
      metrics.httpDuration.observe({ method, route, status }, ms / 1_000);
      const cutOff = response.writableFinished ? undefined : true;
      const level = status < 500 && !cutOff ? "debug" : "info";
      if (requests.isLevelEnabled(level)) {
        const { traceparent } = context;
        const traceId = traceparent?.slice(3, 35);
        const line = { requestId, traceparent, traceId, method, route, status, ms, cutOff };
        requests[level](line, "request");
      }
      span?.end(httpResult({ method, route, status, requestId }));
    });
    withContext(context, next);
  };
}

/** Reads the caller from the gateway's assertion. @throws unauthenticated without a valid one */
export const identify =
  ({ verify }: { verify: (assertion: string) => Caller }) =>
  (request: Request, response: Response): void => {
    const assertion = request.headers[assertionHeader];
    if (typeof assertion !== "string" || assertion === "") {
      const message = "Requests come through the gateway only.";
      throw new AppError("unauthenticated", "assertion.missing", message);
    }
    response.locals["caller"] = verify(assertion);
  };
