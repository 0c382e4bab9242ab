import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { assertionHeader, type Caller } from "../auth.ts";
import { type RequestContext, withContext } from "../observability/context.ts";
import { AppError } from "../errors.ts";
import { type Logger, requestLog } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { Served } from "../observability/request-durations.ts";
import { httpResult } from "../observability/tracing-results.ts";
import { beginSpan, readTraceparent } from "../observability/tracing.ts";

/** What a caller sends is written to logs and answers, so its shape is checked. */
const requestIdShape = /^[\w.:-]{1,64}$/;

const contextOf = (request: Request): RequestContext => {
  const sent = request.headers["x-request-id"];
  const traceparent = readTraceparent(request.headers["traceparent"]);
  return {
    requestId: typeof sent === "string" && requestIdShape.test(sent) ? sent : randomUUID(),
    ...(traceparent && { traceparent }),
  };
};

const reportOf = (request: Request, response: Response, startedAt: number): Served => ({
  method: request.method,
  route: (request.route as { path?: string } | undefined)?.path ?? "none",
  status: response.statusCode,
  ms: Math.round((performance.now() - startedAt) * 1_000) / 1_000,
});

/** Gives a request its id and context, and writes one log line and one measurement at its end. */
export const observe = ({
  logger,
  metrics,
}: {
  logger: Logger;
  metrics: Metrics;
}): RequestHandler => {
  const writeLine = requestLog(logger);
  const { httpDuration } = metrics;
  return (request, response, next) => {
    const context = contextOf(request);
    const span = beginSpan("server", request.method, context.traceparent);
    if (span) context.traceparent = span.traceparent;
    const startedAt = performance.now();
    // The gateway's own answer has one, and it keeps connections without being told.
    response.sendDate = false;
    if (response.shouldKeepAlive) response.removeHeader("connection");
    response.locals["requestId"] = context.requestId;
    response.on("close", () => {
      const report = reportOf(request, response, startedAt);
      httpDuration.add(report);
      const cutOff = response.writableFinished ? undefined : true;
      const { requestId, traceparent } = context;
      const traceId = traceparent?.slice(3, 35);
      const { method, route, status, ms } = report;
      writeLine({ requestId, traceparent, traceId, method, route, status, ms, cutOff }, "request");
      span?.end(httpResult({ ...report, requestId: context.requestId }));
    });
    withContext(context, next);
  };
};

/** Finds out who calls from the gateway's assertion. @throws unauthenticated without one */
export const identify =
  ({ verify }: { verify: (assertion: string) => Caller }) =>
  (request: Request, response: Response): void => {
    const assertion = request.headers[assertionHeader];
    if (typeof assertion !== "string" || assertion === "")
      throw new AppError(
        "unauthenticated",
        "assertion.missing",
        "Requests come through the gateway only.",
      );
    response.locals["caller"] = verify(assertion);
  };
