/** The kinds of errors in all layers; `error-map.ts` has the HTTP and gRPC status of each. */
export type ErrorKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not-found"
  | "method-not-allowed"
  | "conflict"
  | "too-large"
  | "unsupported-type"
  | "rate-limited"
  | "bad-gateway"
  | "unavailable"
  | "timeout"
  | "internal";

export type Issue = { path: string; message: string };

type Details = { issues?: Issue[]; retryAfterSeconds?: number; cause?: unknown };

/** An error with a stable code for programs and a message a person may read. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly issues: Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ErrorKind, code: string, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = "AppError";
    this.kind = kind;
    this.code = code;
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** Whether a thrown value is an `AppError` of the given kind. */
export const isKind = (error: unknown, kind: ErrorKind): error is AppError =>
  error instanceof AppError && error.kind === kind;

/** The error for a dependency that is temporarily down: 503 with Retry-After. */
export function unavailable(cause?: unknown): AppError {
  return new AppError(
    "unavailable",
    "unavailable",
    "The service is briefly unavailable. Please try again.",
    { retryAfterSeconds: 2, cause },
  );
}

/** For a switch case that the types exclude. @throws internal when data reaches it anyway */
export function unreachable(value: never): never {
  throw new AppError("internal", "unreachable", `unexpected value ${JSON.stringify(value)}`);
}
