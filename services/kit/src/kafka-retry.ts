import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "./errors.ts";
import type { Logger } from "./logger.ts";

type Outcome = { kind: "handled" } | { kind: "poison"; reason: string; error: unknown };

const maxUnknownAttempts = 5;
const maxDelayMs = 2_000;

const isOutage = (error: unknown) =>
  (error instanceof AppError && (error.kind === "unavailable" || error.kind === "timeout")) ||
  (error instanceof Error &&
    /^Mongo(Network|ServerSelection|ose?ServerSelection)/.test(error.name));

const isHopeless = (error: unknown) =>
  (error instanceof AppError && !isOutage(error)) ||
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  error instanceof ReferenceError ||
  (error instanceof Error && error.name === "ZodError");

const reasonOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/**
 * Runs a message handler to its end: an outage is waited out however long it lasts, with heartbeats; an error
 * of unknown kind gets five tries; what can not succeed by trying again is poison at once. Never rejects
 * because of the handler.
 */
export const handleWithRetry = async (
  handle: () => Promise<void>,
  { heartbeat, logger }: { heartbeat: () => Promise<void>; logger: Logger },
): Promise<Outcome> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await handle();
      return { kind: "handled" };
    } catch (error) {
      if (isHopeless(error) || (!isOutage(error) && attempt >= maxUnknownAttempts))
        return { kind: "poison", reason: reasonOf(error), error };
      logger.warn({ reason: reasonOf(error), attempt }, "message handler failed, trying again");
      await sleep(Math.min(50 * 2 ** attempt, maxDelayMs));
      await heartbeat();
    }
  }
};
