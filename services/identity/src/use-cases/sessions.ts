import { openSession, reenterPassword, type ReenteredPassword, type VerifyDeps } from "./log-in.ts";
import type { UserChange } from "../domain/user-changes.ts";
import { accessThrottled, sessionNotFound, sessionRequired } from "../domain/user-errors.ts";
import type { User, UserId } from "../domain/user.ts";
import type { IdentityDeps, OpenSession } from "./ports.ts";

type SessionDeps = Pick<IdentityDeps, "sessions">;

/** The signed-in caller's session. */
export type OwnSession = { userId: UserId; sessionId: string };

/** A user's sessions: the caller's own first, then the last seen ones. @throws unavailable */
export async function listSessions(
  { sessions }: SessionDeps,
  { userId, sessionId }: OwnSession,
): Promise<(OpenSession & { current: boolean })[]> {
  const open = await sessions.list(userId);
  return open
    .map((session) => ({ ...session, current: session.sessionId === sessionId }))
    .toSorted(
      (a, b) =>
        Number(b.current) - Number(a.current) ||
        b.lastSeenAt.getTime() - a.lastSeenAt.getTime() ||
        a.sessionId.localeCompare(b.sessionId),
    );
}

/**
 * Allows the session calls that need a recent proof, for ten minutes.
 * @throws invalid for a wrong password or code, conflict without a password, rate-limited, unavailable
 */
export async function renewProof(
  deps: SessionDeps & VerifyDeps,
  proof: Required<ReenteredPassword>,
): Promise<void> {
  await reenterPassword(deps, proof);
  await deps.sessions.renewProof(proof.sessionId);
}

/** Ends one of the user's own sessions. @throws not-found for any other session, unavailable */
export async function revokeSession({ sessions }: SessionDeps, session: OwnSession): Promise<void> {
  const open = await sessions.list(session.userId);
  if (!open.some(({ sessionId }) => sessionId === session.sessionId)) throw sessionNotFound();
  await sessions.close(session);
}

/** A user after a change of the password or a factor, and the token of the session that replaces all others. */
export type ChangedAccess = { user: User; sessionToken: string };

type AccessDeps = Pick<IdentityDeps, "users" | "sessions">;

/**
 * Changes the password or a factor of a user and replaces all sessions by a new one. Ends the other sessions before the change,
 * so that a failure leaves none of them open, and again after it, for sessions opened in between.
 * @throws what `decide` throws, unauthenticated when another change overtakes this one, unavailable
 */
export async function changeAccess(
  deps: AccessDeps,
  { userId, sessionId, userAgent }: OwnSession & { userAgent: string | undefined },
  decide: (user: User) => UserChange,
): Promise<ChangedAccess> {
  await deps.sessions.closeAll(userId, { except: sessionId });
  let changed: User | undefined;
  await deps.users.update(userId, (user) => {
    const change = decide(user);
    changed = change.state;
    return change;
  });
  if (!changed) throw sessionRequired();
  return replaceSessions(deps, changed, userAgent);
}

/**
 * Counts a new password, factor or set of recovery codes, because each sends an email. Removals are not counted, so that an owner
 * can always remove a thief's factor; each of them needs an addition before.
 * @throws rate-limited after ten in an hour, unavailable
 */
export async function countAccessChange(
  { emailLimits }: Pick<IdentityDeps, "emailLimits">,
  userId: UserId,
): Promise<void> {
  const wait = await emailLimits.take("change-access", userId);
  if (wait) throw accessThrottled(wait.retryAfterSeconds);
}

/**
 * Replaces all sessions of a user by a new one. `user` is the state that the caller's own change has stored: if a newer change has
 * replaced the password or a factor, the session ends again.
 * @throws unauthenticated, unavailable
 */
export async function replaceSessions(
  deps: AccessDeps,
  user: User,
  userAgent: string | undefined,
): Promise<ChangedAccess> {
  const { sessionToken, sessionId } = await openSession(deps, { user }, userAgent);
  await deps.sessions.closeAll(user.id, { except: sessionId });
  return { user, sessionToken };
}
