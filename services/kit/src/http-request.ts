import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { assertionHeader, type Caller } from "./auth.ts";
import { type RequestContext, withContext } from "./context.ts";
import { AppError } from "./errors.ts";
import { type Logger, requestLog } from "./logger.ts";
import type { Metrics } from "./metrics.ts";
import { httpResult } from "./tracing-results.ts";
import { beginSpan, readTraceparent } from "./tracing.ts";

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

type Report = { method: string; route: string; status: number; ms: number };

/** Measures requests; the labels of a series are put together once. */
const durations = ({ httpDuration }: Metrics) => {
  const series = new Map<string, ReturnType<typeof httpDuration.labels>>();
  return ({ method, route, status, ms }: Report): void => {
    const key = `${method} ${status} ${route}`;
    const known = series.get(key) ?? httpDuration.labels({ method, route, status });
    series.set(key, known);
    known.observe(ms / 1_000);
  };
};

const reportOf = (request: Request, response: Response, startedAt: number): Report => ({
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
  const measure = durations(metrics);
  return (request, response, next) => {
    const context = contextOf(request);
    const span = beginSpan("server", request.method, context.traceparent);
    if (span) context.traceparent = span.traceparent;
    const startedAt = performance.now();
    response.locals["requestId"] = context.requestId;
    response.on("close", () => {
      const report = reportOf(request, response, startedAt);
      measure(report);
      const cutOff = response.writableFinished ? undefined : true;
      const traceId = context.traceparent?.slice(3, 35);
      writeLine({ ...context, traceId, ...report, cutOff }, "request");
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
