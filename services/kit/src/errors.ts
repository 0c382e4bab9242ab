/** What went wrong, in terms every layer understands; `error-map.ts` says how each leaves the service. */
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

/** One refused field: its path in the input and what is wrong with it. */
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

/** Something that we depend on is away for now: 503 with a request to try again. */
export function unavailable(cause?: unknown): AppError {
  return new AppError(
    "unavailable",
    "unavailable",
    "The service is briefly unavailable. Please try again.",
    { retryAfterSeconds: 2, cause },
  );
}

/** A switch case that the types say cannot happen; throws when data proves them wrong. */
export const unreachable = (value: never): never => {
  throw new AppError("internal", "unreachable", `unexpected value ${JSON.stringify(value)}`);
};
