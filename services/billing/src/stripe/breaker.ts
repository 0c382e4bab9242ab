import { AppError } from "@orbline/kit/errors";
import type { Logger } from "@orbline/kit/observability/logger";
import { BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, handleWhen } from "cockatiel";

/** Calls in a row without a response after which the breaker opens. */
const failures = 3;
const defaultPauseMs = 5_000;

type Options = { logger?: Pick<Logger, "warn" | "info"> | undefined; pauseMs?: number };

/**
 * Refuses calls at once while Stripe does not respond, because each would wait for half a minute. It opens after three calls in
 * a row without a response. Every five seconds one call tries whether Stripe is back. An error that Stripe sends is a
 * response.
 */
export function stripeBreaker({ logger, pauseMs = defaultPauseMs }: Options = {}) {
  const policy = circuitBreaker(handleWhen(isWithoutResponse), {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(failures),
  });
  policy.onBreak(() => logger?.warn({ pauseMs }, "Stripe does not respond, calls are refused"));
  policy.onReset(() => logger?.info({}, "Stripe responds again"));
  /** @throws unavailable without calling while the breaker is open */
  return async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await policy.execute(call);
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new AppError(
        "unavailable",
        "payments.unavailable",
        "There was a problem setting up payment. Please try again.",
        { cause: error, retryAfterSeconds: Math.ceil(pauseMs / 1_000) },
      );
    }
  };
}

function isWithoutResponse(error: unknown): boolean {
  return error instanceof AppError && error.code === "payments.no-answer";
}
