import { reenterPassword, type ReenteredPassword, type VerifyDeps } from "./log-in.ts";
import { sessionNotFound } from "../domain/user-errors.ts";
import type { UserId } from "../domain/user.ts";
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
