import { isKind } from "@orbline/kit/errors";
import type { AuditBegin, AuditOutcome, Facts } from "../domain/audit.ts";
import type { AuditLog, Clock } from "./ports.ts";

/** A service that did not answer may have carried the command out all the same. */
const failure = (error: unknown): AuditOutcome => ({
  outcome: isKind(error, "unavailable") || isKind(error, "timeout") ? "unknown" : "failed",
  error: error instanceof Error ? error.message : String(error),
});

/** What an audited action is made of. */
export type Action<Result> = Omit<AuditBegin, "at" | "reason"> & {
  reason?: string | undefined;
  carryOut: (commandId: string) => Promise<Result>;
  after: (result: Result) => Facts;
};

/**
 * Carries out one action between two entries of the log: the first is durable before the action begins, and the
 * action stays "started" when its end cannot be written. @throws unavailable, and what the action throws
 */
export const audited =
  ({ auditLog, clock }: { auditLog: AuditLog; clock: Clock }) =>
  async <Result>({ reason, carryOut, after, ...action }: Action<Result>): Promise<Result> => {
    const begun = { ...action, at: clock.now(), ...(reason && { reason }) };
    const number = await auditLog.begin(begun);
    const end = (outcome: AuditOutcome) => auditLog.finish(number, { at: clock.now(), ...outcome });
    const result = await carryOut(action.commandId).catch(async (error: unknown) => {
      await end(failure(error));
      throw error;
    });
    await end({ outcome: "done", after: after(result) });
    return result;
  };
