import { AppError } from "@orbline/kit/errors";
import { createCounter, createGauge } from "@orbline/kit/observability/instruments";
import type { Metrics } from "@orbline/kit/observability/metrics";
import type { LoginMetrics } from "../use-cases/ports.ts";
import type { BoundedQueue } from "@orbline/kit/bounded-queue";

/** The counted reasons by error code; other errors are not counted. */
const reasons = {
  "login.failed": "wrong",
  second_factor_incorrect: "wrong code",
  "login.throttled": "throttled",
  "passwords.busy": "busy",
} as const;

/** Counts refused logins by reason, and exposes the numbers of running and waiting password hashes. */
export function loginMetrics({
  metrics,
  hashing,
}: {
  metrics: Metrics;
  hashing: BoundedQueue;
}): LoginMetrics {
  const count = createCounter(metrics, {
    name: "login_refusals_total",
    help: "Refused logins: wrong password, wrong code, throttled, or too many at once",
    values: { reason: Object.values(reasons) },
  });
  createGauge(metrics, {
    name: "password_hashes",
    help: "Passwords being hashed and waiting to be hashed",
    label: "state",
    read: hashing.sizes,
  });
  return {
    countRefusal: (error) => {
      const reason =
        error instanceof AppError ? reasons[error.code as keyof typeof reasons] : undefined;
      if (reason) count.inc({ reason });
    },
  };
}
