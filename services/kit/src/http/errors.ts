import type { ErrorRequestHandler, RequestHandler } from "express";
import { errorBody, errorMap, toAppError } from "../error-map.ts";
import { AppError } from "../errors.ts";
import type { Logger } from "../observability/logger.ts";

/** The last handler: no route has this method and path. */
export const notFound: RequestHandler = (request) => {
  throw new AppError("not-found", "route.not-found", `No route ${request.method} ${request.path}.`);
};

/** Name and code of an outage's cause, e.g. "Error ECONNREFUSED"; never its message, which may quote values. */
function causeOf({ cause }: AppError): string {
  if (!(cause instanceof Error)) return "none";
  const { code } = cause as { code?: unknown };
  return typeof code === "string" ? `${cause.name} ${code}` : cause.name;
}

/** A refusal without a fault, such as a concurrency limit. There may be many, and the request log already has each. */
const isOwnRefusal = ({ kind, cause }: AppError) => kind === "unavailable" && cause === undefined;

/** The only place that converts an error into an HTTP response. Logs our own faults with their cause. */
export const errorHandler =
  (logger: Logger): ErrorRequestHandler =>
  (thrown, _request, response, _next) => {
    if (response.headersSent) {
      logger.error({ err: thrown }, "request failed after its response had begun");
      response.destroy();
      return;
    }
    const error = toAppError(thrown);
    const status = errorMap[error.kind].http;
    // An outage of a dependency is one line. Only our own faults are logged with their stack.
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
