import { AppError } from "@orbline/kit/errors";
import type { Request, Response } from "express";

const unreachableCodes = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  // Unix sockets: missing, owned by another user, or with a full backlog.
  "ENOENT",
  "EACCES",
  "EAGAIN",
]);

export const bodyTooLarge = () =>
  new AppError("too-large", "body.too-large", "The request body is too large.");

export const bodyNotAllowed = ({ method }: Request) =>
  new AppError("invalid", "body.not-allowed", `This ${method} request must not have a body.`);

/** Names the allowed methods. @throws method-not-allowed */
export function refuseMethod({ method }: Request, response: Response, allow: string): never {
  response.setHeader("allow", allow);
  const message = `${method} is not allowed here. Allowed: ${allow}.`;
  throw new AppError("method-not-allowed", "method.not-allowed", message);
}

export const upstreamTimeout = () =>
  new AppError("timeout", "upstream.timeout", "The service took too long to answer.");

/** Shared by all refusals, because creating a stack trace is a tenth of their cost and an overload causes very many. */
export const upstreamBusy = new AppError(
  "unavailable",
  "upstream.busy",
  "The service is very busy. Please try again in a moment.",
  { retryAfterSeconds: 1 },
);

/**
 * A service that could not be reached did nothing, so the client may retry. After any other failure, the effect is
 * unknown.
 */
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
