import { AppError } from "@orbline/kit/errors";
import type { Response } from "express";
import type { QuotaUse } from "../domain/quota.ts";

const texts: Record<QuotaUse["window"], string> = {
  minute: "You have asked for many predictions in a minute. Please wait a moment and try again.",
  day: "You have reached today's number of predictions. Please come back tomorrow.",
};

/**
 * Tells the client its quotas, in the fields of the IETF draft "RateLimit header fields for HTTP"
 * (draft-ietf-httpapi-ratelimit-headers-10), and refuses a request beyond one of them.
 * @throws rate-limited with the seconds to wait
 */
export function applyQuotas(response: Response, uses: readonly QuotaUse[]): void {
  const policies = uses.map(
    ({ window, quota, windowSeconds }) => `"${window}";q=${quota};w=${windowSeconds}`,
  );
  const states = uses.map(
    ({ window, remaining, resetSeconds }) => `"${window}";r=${remaining};t=${resetSeconds}`,
  );
  response.setHeader("ratelimit-policy", policies.join(", "));
  response.setHeader("ratelimit", states.join(", "));
  const exceeded = uses.findLast(({ isExceeded }) => isExceeded);
  if (!exceeded) return;
  const retryAfterSeconds = exceeded.resetSeconds;
  throw new AppError("rate-limited", `predictions.${exceeded.window}`, texts[exceeded.window], {
    retryAfterSeconds,
  });
}
