import { AppError } from "@orbline/kit/errors";

const unreachableCodes = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  // Of socket files: there is none, it is another user's, or more wait at it than the system lets.
  "ENOENT",
  "EACCES",
  "EAGAIN",
]);

/** The client's body is longer than its route allows. */
export const bodyTooLarge = () =>
  new AppError("too-large", "body.too-large", "The request body is too large.");

/** The service took longer than its route allows. */
export const upstreamTimeout = () =>
  new AppError("timeout", "upstream.timeout", "The service took too long to answer.");

/**
 * The service has as much to do as it may. One for all, as a stack is a tenth of what a refusal costs and there are
 * very many at once.
 */
export const upstreamBusy = new AppError(
  "unavailable",
  "upstream.busy",
  "The service is very busy. Please try again in a moment.",
  { retryAfterSeconds: 1 },
);

/** A service that could not be reached did nothing and may be asked again; any other failure leaves that open. */
export const upstreamFailure = (cause: Error & { code?: string }) =>
  unreachableCodes.has(cause.code ?? "")
    ? new AppError(
        "unavailable",
        "upstream.unavailable",
        "The service is briefly unavailable. Please try again.",
        { retryAfterSeconds: 1, cause },
      )
    : new AppError("bad-gateway", "upstream.failed", "The service did not answer correctly.", {
        cause,
      });
