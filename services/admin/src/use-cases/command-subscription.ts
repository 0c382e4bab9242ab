import { isKind } from "@orbline/kit/errors";
import type { AdminAction, AuditOutcome } from "../domain/audit.ts";
import { type UserView, withSubscription } from "../domain/user-view.ts";
import { findUser } from "./find-user.ts";
import type { AdminDeps, CommandResult } from "./ports.ts";

const longestWaitMs = 1_000;

/** Waits until the read model has seen a version, a second at most, so that a list read next shows it. */
const awaitVersion = async (
  { users, sleep }: Pick<AdminDeps, "users" | "sleep">,
  userId: string,
  version: number,
): Promise<void> => {
  const deadline = performance.now() + longestWaitMs;
  while (performance.now() < deadline) {
    const view = await users.find(userId);
    if (view && view.subscriptionSeq >= version) return;
    await sleep(20);
  }
};

/** A service that did not answer may have carried the command out all the same. */
const failure = (error: unknown): AuditOutcome => ({
  outcome: isKind(error, "unavailable") ? "unknown" : "failed",
  error: error instanceof Error ? error.message : String(error),
});

type Command = {
  action: AdminAction;
  actorId: string;
  userId: string;
  reason?: string;
  details: Record<string, number | string>;
};

/**
 * Carries out one command on a user's subscription with an audit entry around it, which stays "started" when
 * its end cannot be written. @throws not-found, unavailable, and what the command throws
 */
export const commandSubscription =
  (deps: AdminDeps) =>
  async (
    { action, actorId, userId, reason, details }: Command,
    carryOut: (commandId: string) => Promise<CommandResult>,
  ): Promise<UserView> => {
    const { auditLog, clock, newId } = deps;
    const user = await findUser(deps)(userId);
    const id = newId();
    const { status, tier } = user;
    await auditLog.begin({
      id,
      at: clock.now(),
      actorId,
      action,
      userId,
      details,
      before: { status, tier },
      ...(reason && { reason }),
    });
    const { subscription, version } = await carryOut(id).catch(async (error: unknown) => {
      await auditLog.finish(id, failure(error));
      throw error;
    });
    const after = { status: subscription.status, tier: subscription.tier };
    await auditLog.finish(id, { outcome: "done", after });
    await awaitVersion(deps, userId, version);
    return withSubscription(user, subscription);
  };
