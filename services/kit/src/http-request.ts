import { randomUUID } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { assertionHeader, type Caller } from "./auth.ts";
import { type RequestContext, withContext } from "./context.ts";
import { AppError } from "./errors.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";
import { httpResult } from "./tracing-results.ts";
import { beginSpan } from "./tracing.ts";

/** What a caller sends is written to logs and answers, so its shape is checked. */
const requestIdShape = /^[\w.:-]{1,64}$/;
const traceparentShape = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

const contextOf = (request: Request): RequestContext => {
  const sent = request.get("x-request-id") ?? "";
  const traceparent = request.get("traceparent") ?? "";
  return {
    requestId: requestIdShape.test(sent) ? sent : randomUUID(),
    ...(traceparentShape.test(traceparent) && { traceparent }),
  };
};

/** Gives a request its id and context, and writes one log line and one measurement at its end. */
export const observe =
  ({ logger, metrics }: { logger: Logger; metrics: Metrics }): RequestHandler =>
  (request, response, next) => {
    const context = contextOf(request);
    const span = beginSpan("server", request.method, context.traceparent);
    if (span) context.traceparent = span.traceparent;
    const startedAt = performance.now();
    response.locals["requestId"] = context.requestId;
    response.on("close", () => {
      const ms = performance.now() - startedAt;
      const { method } = request;
      const route = (request.route as { path?: string } | undefined)?.path ?? "none";
      const status = response.statusCode;
      metrics.httpDuration.observe({ method, route, status }, ms / 1_000);
      const cutOff = response.writableFinished ? {} : { cutOff: true };
      logger.info({ ...context, method, route, status, ms, ...cutOff }, "request");
      span?.end(httpResult({ method, route, status, requestId: context.requestId }));
    });
    withContext(context, next);
  };

/** Finds out who calls from the gateway's assertion; refuses requests without one. */
export const identify =
  ({ verify }: { verify: (assertion: string) => Caller }): RequestHandler =>
  (request, response, next) => {
    const assertion = request.get(assertionHeader);
    if (!assertion)
      throw new AppError(
        "unauthenticated",
        "assertion.missing",
        "Requests come through the gateway only.",
      );
    response.locals["caller"] = verify(assertion);
    next();
  };
