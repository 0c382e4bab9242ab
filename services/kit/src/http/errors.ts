import type { ErrorRequestHandler, RequestHandler } from "express";
import { errorBody, errorMap, toAppError } from "../error-map.ts";
import { AppError } from "../errors.ts";
import type { Logger } from "../observability/logger.ts";

/** Ends the chain: nothing answers this method and path. */
export const notFound: RequestHandler = (request) => {
  throw new AppError("not-found", "route.not-found", `No route ${request.method} ${request.path}.`);
};

/** Name and code of what lies behind an outage, e.g. "Error ECONNREFUSED"; never its text, which may quote values. */
const causeOf = ({ cause }: AppError): string => {
  if (!(cause instanceof Error)) return "none";
  const { code } = cause as { code?: unknown };
  return typeof code === "string" ? `${cause.name} ${code}` : cause.name;
};

/**
 * Refused by ourselves with no fault behind it, as where a service is busy: there may be very many at once, and
 * each has its line as a request and is counted.
 */
const isOwnRefusal = ({ kind, cause }: AppError) => kind === "unavailable" && cause === undefined;

/** The one place where an error becomes an HTTP answer; what is our fault is logged with its cause. */
export const errorHandler =
  (logger: Logger): ErrorRequestHandler =>
  (thrown, _request, response, _next) => {
    if (response.headersSent) {
      logger.error({ err: thrown }, "request failed after its answer had begun");
      response.destroy();
      return;
    }
    const error = toAppError(thrown);
    const status = errorMap[error.kind].http;
    // An outage of others is expected and said in one line; only what is our own fault has its stack logged.
    if (error.kind === "internal") logger.error({ err: error.cause ?? error }, "request failed");
    else if (status >= 500)
      logger[isOwnRefusal(error) ? "debug" : "warn"](
        { code: error.code, cause: causeOf(error) },
        "request not served",
      );
    if (error.retryAfterSeconds !== undefined)
      response.setHeader("retry-after", String(error.retryAfterSeconds));
    response.setHeader("cache-control", "no-store");
    response.status(status).json(errorBody(error, String(response.locals["requestId"] ?? "")));
  };
