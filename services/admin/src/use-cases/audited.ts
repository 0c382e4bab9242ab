import { isKind } from "@orbline/kit/errors";
import type { AuditBegin, AuditOutcome, Facts } from "../domain/audit.ts";
import type { AdminDeps } from "./ports.ts";

/**
 * Runs a command between two entries of the audit log. The first is durable before the command begins. The action
 * stays `started` when its end cannot be written.
 * @throws unavailable, and the errors of the command
 */
export async function audited<Result>(
  { auditLog, clock }: Pick<AdminDeps, "auditLog" | "clock">,
  action: Omit<AuditBegin, "at">,
  command: () => Promise<Result>,
  factsOf: (result: Result) => Facts,
): Promise<Result> {
  const number = await auditLog.begin({ ...action, at: clock.now() });
  const finish = (end: AuditOutcome) => auditLog.finish(number, { at: clock.now(), ...end });
  let result: Result;
  try {
    result = await command();
  } catch (error) {
    await finish(failureOf(error));
    throw error;
  }
  await finish({ outcome: "done", after: factsOf(result) });
  return result;
}

/** A service that did not respond may still have run the command. */
function failureOf(error: unknown): AuditOutcome {
  const isUnknown = isKind(error, "unavailable") || isKind(error, "timeout");
  const text = error instanceof Error ? error.message : String(error);
  return { outcome: isUnknown ? "unknown" : "failed", error: text };
}
