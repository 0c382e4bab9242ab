import { setTimeout as sleep } from "node:timers/promises";
import { AppError, type ErrorKind } from "../errors.ts";
import type { Logger } from "../observability/logger.ts";
import { isOutage } from "../outage.ts";

/** How the work on a message ended. */
export type Outcome = { kind: "handled" } | { kind: "poison"; reason: string; error: unknown };

const maxUnknownAttempts = 5;
const firstDelayMs = 20;
const maxDelayMs = 2_000;

const hopelessKinds: ReadonlySet<ErrorKind> = new Set([
  "invalid",
  "unauthenticated",
  "forbidden",
  "not-found",
  "method-not-allowed",
  "too-large",
  "unsupported-type",
]);

const isHopeless = (error: unknown) =>
  (error instanceof AppError && hopelessKinds.has(error.kind)) ||
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  error instanceof ReferenceError ||
  (error instanceof Error && error.name === "ZodError");

const reasonOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/**
 * Runs a message handler to its end: waits for an outage to end, however long it lasts; tries five times within a second
 * on an unknown error; and gives up at once on an error that no retry can fix. Rejects only when `signal` ends the waiting
 * or a heartbeat between two attempts is refused, never with the handler's own error.
 */
export async function handleWithRetry(
  handle: () => Promise<void>,
  {
    heartbeat,
    logger,
    signal,
  }: { heartbeat: () => Promise<void>; logger: Logger; signal: AbortSignal },
): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await handle();
      return { kind: "handled" };
    } catch (error) {
      if (!isOutage(error) && (isHopeless(error) || attempt >= maxUnknownAttempts))
        return { kind: "poison", reason: reasonOf(error), error };
      logger.warn({ reason: reasonOf(error), attempt }, "message handler failed, trying again");
    }
    const delayMs = Math.min(firstDelayMs * 2 ** attempt, maxDelayMs);
    await sleep(delayMs, undefined, { signal });
    await heartbeat();
  }
}
