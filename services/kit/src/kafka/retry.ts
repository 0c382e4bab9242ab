import { setTimeout as sleep } from "node:timers/promises";
import { backoffMs } from "../backoff.ts";
import { AppError, type ErrorKind } from "../errors.ts";
import type { Logger } from "../observability/logger.ts";
import { isOutage } from "../outage.ts";

export type Outcome = { kind: "handled" } | { kind: "poison"; reason: string; error: unknown };

const maxUnknownAttempts = 5;
const retryDelays = { firstMs: 20, maxMs: 2_000 };

const permanentKinds: ReadonlySet<ErrorKind> = new Set([
  "invalid",
  "unauthenticated",
  "forbidden",
  "not-found",
  "method-not-allowed",
  "too-large",
  "unsupported-type",
]);

const bugs = new Set(["TypeError", "RangeError", "SyntaxError", "ReferenceError", "ZodError"]);

/** Whether no retry can succeed after this error. */
const isPermanent = (error: unknown) =>
  error instanceof AppError
    ? permanentKinds.has(error.kind)
    : error instanceof Error && bugs.has(error.name);

const reasonOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

type Options = { heartbeat: () => Promise<void>; logger: Logger; signal: AbortSignal };

/**
 * Runs a message handler until it succeeds or is given up. Retries for as long as an outage lasts, five times within
 * a second after an unknown error, and not at all after a permanent one. Rejects only when `signal` aborts or a
 * heartbeat between two attempts is refused, never with the handler's own error.
 */
export async function handleWithRetry(
  handle: () => Promise<void>,
  { heartbeat, logger, signal }: Options,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await handle();
      return { kind: "handled" };
    } catch (error) {
      if (!isOutage(error) && (isPermanent(error) || attempt >= maxUnknownAttempts))
        return { kind: "poison", reason: reasonOf(error), error };
      logger.warn({ reason: reasonOf(error), attempt }, "message handler failed, trying again");
    }
    await sleep(backoffMs(attempt, retryDelays), undefined, { signal });
    await heartbeat();
  }
}
