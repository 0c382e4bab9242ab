import { removeFactors as removeUserFactors } from "../domain/second-factor.ts";
import { blockUser, takeAdminRole, unblockUser } from "../domain/user-changes.ts";
import { ownBlock, userNotFound } from "../domain/user-errors.ts";
import type { UserId } from "../domain/user.ts";
import type { Account, IdentityDeps } from "./ports.ts";

type AccessDeps = Pick<IdentityDeps, "users" | "sessions" | "securityLog" | "auditTrail" | "clock">;

/** An order of an admin about a user's account. */
export type AccessOrder = { actorId: string; userId: UserId };

/** What an admin may know about a user's access. */
export type AccessState = { account: Account; openSessions: number };

/** A user's access. @throws not-found, unavailable */
export async function describeAccess(
  { users, sessions }: Pick<AccessDeps, "users" | "sessions">,
  userId: UserId,
): Promise<AccessState> {
  const account = await users.find(userId);
  if (!account) throw userNotFound();
  return { account, openSessions: (await sessions.list(userId)).length };
}

/**
 * Blocks a user: no login from now on, and no request of an open session. Safe to repeat.
 * @throws not-found, conflict for the own account, unavailable
 */
export async function block(deps: AccessDeps, { actorId, userId }: AccessOrder): Promise<void> {
  const { users, sessions, securityLog, auditTrail, clock } = deps;
  if (actorId === userId) throw ownBlock();
  await auditTrail.note({ actorId, action: "block-user", target: { kind: "user", id: userId } });
  await users.update(userId, (user) => blockUser(user, clock.now()));
  await sessions.closeAll(userId);
  securityLog.record({ action: "block", outcome: "ok", userId, client: {} });
}

/** Lets a blocked user sign in again. Safe to repeat. @throws not-found, unavailable */
export async function unblock(deps: AccessDeps, { actorId, userId }: AccessOrder): Promise<void> {
  const { users, securityLog, auditTrail } = deps;
  await auditTrail.note({ actorId, action: "unblock-user", target: { kind: "user", id: userId } });
  await users.update(userId, unblockUser);
  securityLog.record({ action: "unblock", outcome: "ok", userId, client: {} });
}

/** Ends all sessions of a user. @throws not-found, unavailable */
export async function endSessions(
  deps: AccessDeps,
  { actorId, userId }: AccessOrder,
): Promise<void> {
  const { users, sessions, securityLog, auditTrail } = deps;
  if (!(await users.find(userId))) throw userNotFound();
  await auditTrail.note({ actorId, action: "end-sessions", target: { kind: "user", id: userId } });
  await sessions.closeAll(userId);
  securityLog.record({ action: "session-end", outcome: "ok", userId, client: {} });
}

/**
 * Takes the role of an admin away and ends the sessions, which have it. Safe to repeat. Returns false for a user.
 * @throws not-found, unavailable
 */
export async function disableAdmin(
  { users, sessions, securityLog }: Pick<AccessDeps, "users" | "sessions" | "securityLog">,
  username: string,
): Promise<boolean> {
  const found = await users.findByUsername(username);
  if (!found) throw userNotFound();
  const { id: userId } = found.user;
  let wasAdmin = false;
  await users.update(userId, (user) => {
    wasAdmin = user.role === "admin";
    return takeAdminRole(user);
  });
  await sessions.closeAll(userId);
  if (wasAdmin) securityLog.record({ action: "role-change", outcome: "ok", userId, client: {} });
  return wasAdmin;
}

/**
 * Removes the authenticator app and all passkeys of an owner who has lost them, ends the sessions and emails the owner. Safe to
 * repeat. Returns false without a factor.
 * @throws not-found, unavailable
 */
export async function removeFactors(
  {
    users,
    sessions,
    securityLog,
    clock,
  }: Pick<AccessDeps, "users" | "sessions" | "securityLog" | "clock">,
  username: string,
): Promise<boolean> {
  const found = await users.findByUsername(username);
  if (!found) throw userNotFound();
  const { id: userId } = found.user;
  let hadFactor = false;
  await users.update(userId, (user) => {
    const change = removeUserFactors(user, clock.now());
    hadFactor = change !== undefined;
    return change;
  });
  await sessions.closeAll(userId);
  if (hadFactor)
    securityLog.record({ action: "second-factor-off", outcome: "ok", userId, client: {} });
  return hadFactor;
}
