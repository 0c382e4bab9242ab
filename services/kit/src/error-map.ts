import { status } from "@grpc/grpc-js";
import { AppError, type ErrorKind, unavailable } from "./errors.ts";
import { isOutage } from "./outage.ts";

/** HTTP and gRPC status of each kind of error. Over gRPC the metadata carries the kind itself. */
export const errorMap: Record<ErrorKind, { http: number; grpc: status }> = {
  invalid: { http: 400, grpc: status.INVALID_ARGUMENT },
  unauthenticated: { http: 401, grpc: status.UNAUTHENTICATED },
  forbidden: { http: 403, grpc: status.PERMISSION_DENIED },
  "not-found": { http: 404, grpc: status.NOT_FOUND },
  "method-not-allowed": { http: 405, grpc: status.UNIMPLEMENTED },
  conflict: { http: 409, grpc: status.FAILED_PRECONDITION },
  "too-large": { http: 413, grpc: status.INVALID_ARGUMENT },
  "unsupported-type": { http: 415, grpc: status.INVALID_ARGUMENT },
  "rate-limited": { http: 429, grpc: status.RESOURCE_EXHAUSTED },
  "bad-gateway": { http: 502, grpc: status.UNAVAILABLE },
  unavailable: { http: 503, grpc: status.UNAVAILABLE },
  timeout: { http: 504, grpc: status.DEADLINE_EXCEEDED },
  internal: { http: 500, grpc: status.INTERNAL },
};

/** JSON body of an error response. It says nothing about the cause of an internal error. */
export const errorBody = (error: AppError, requestId: string) => ({
  message:
    error.kind === "internal"
      ? "Something went wrong on our side. Please try again."
      : error.message,
  code: error.code,
  requestId,
  ...(error.issues && error.kind !== "internal" && { issues: error.issues }),
});

const libraryKinds: Partial<Record<number, ErrorKind>> = {
  400: "invalid",
  404: "not-found",
  413: "too-large",
  415: "unsupported-type",
};

/**
 * Errors that express and its body parsers create for the caller. The `status` of any other error is not about our
 * caller.
 */
const isForCaller = (thrown: unknown): thrown is Error & { status?: number } =>
  thrown instanceof URIError || (thrown instanceof Error && "expose" in thrown && !!thrown.expose);

/** Converts any thrown value to an `AppError`. An unknown one becomes `internal`, with its cause for the log. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isOutage(thrown)) return unavailable(thrown);
  const kind = isForCaller(thrown) ? libraryKinds[thrown.status ?? 0] : undefined;
  if (kind === "too-large")
    return new AppError(kind, "body.too-large", "The request body is too large.");
  if (kind) return new AppError(kind, "request.invalid", (thrown as Error).message);
  return new AppError("internal", "internal", "internal error", { cause: thrown });
}

export function isErrorKind(text: unknown): text is ErrorKind {
  return typeof text === "string" && Object.hasOwn(errorMap, text);
}
