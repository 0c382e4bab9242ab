import { AppError } from "@orbline/kit/errors";
import { createCounter, createGauge } from "@orbline/kit/observability/instruments";
import type { Metrics } from "@orbline/kit/observability/metrics";
import type { BoundedQueue } from "./passwords/bounded-queue.ts";

/** Codes of refused logins by the reason that is counted; other errors are no refusals. */
const reasons = {
  "login.failed": "wrong",
  "login.throttled": "throttled",
  "passwords.busy": "busy",
} as const;

const reasonOf = (error: unknown) =>
  error instanceof AppError ? reasons[error.code as keyof typeof reasons] : undefined;

/** Counts refused logins by reason, and shows how many passwords are being hashed and wait for it. */
export const measureLogins = ({
  metrics,
  hashing,
}: {
  metrics: Metrics;
  hashing: BoundedQueue;
}) => {
  const refused = createCounter({
    metrics,
    name: "login_refusals_total",
    help: "Passwords that were not accepted: wrong, throttled, or too many at once",
    label: "reason",
    values: Object.values(reasons),
  });
  createGauge({
    metrics,
    name: "password_hashes",
    help: "Passwords being hashed, and those that wait for it",
    label: "state",
    read: hashing.sizes,
  });
  /** The same use case, its refusals counted. */
  return <Input, Output>(verb: (input: Input) => Promise<Output>) =>
    async (input: Input): Promise<Output> => {
      try {
        return await verb(input);
      } catch (error) {
        const reason = reasonOf(error);
        if (reason) refused(reason);
        throw error;
      }
    };
};
