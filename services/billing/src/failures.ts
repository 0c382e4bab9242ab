import { AppError } from "@orbline/kit/errors";
import type { Logger } from "@orbline/kit/observability/logger";
import { createCounter } from "@orbline/kit/observability/instruments";
import type { Metrics } from "@orbline/kit/observability/metrics";

/** Logs a failure that no caller sees, and counts refunds that came back from the bank. */
export function failureReporter({
  metrics,
  logger,
}: {
  metrics: Metrics;
  logger: Pick<Logger, "error">;
}): (failure: unknown) => void {
  const failedRefunds = createCounter(metrics, {
    name: "refunds_failed_total",
    help: "Refunds that were made and that the bank has sent back",
    values: {},
  });
  return (err) => {
    if (err instanceof AppError && err.code === "refund.failed") failedRefunds.inc();
    logger.error({ err }, "an operation failed and the request went on");
  };
}
