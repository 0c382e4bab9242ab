import { chosenUsername } from "@orbline/proto/constants/usernames";
import type { PendingEmail } from "../domain/email.ts";
import {
  confirmErasure,
  hasSameAccess,
  recordOpenSessions,
  requestDeletion as requestUserDeletion,
} from "../domain/user-changes.ts";
import { passwordIncorrect } from "../domain/user-errors.ts";
import {
  erasingServices,
  type Deletion,
  type ErasingService,
  type UserId,
} from "../domain/user.ts";
import { reenterPassword, type VerifyDeps } from "./log-in.ts";
import type { IdentityDeps } from "./ports.ts";
import { waitlistOwnerOf } from "./waitlist.ts";

/**
 * Starts the deletion of the user's own account: blocks every login, ends the sessions, and makes every service erase
 * the user.
 * @throws invalid for a wrong password, rate-limited, unavailable
 */
export async function requestDeletion(
  deps: VerifyDeps & Pick<IdentityDeps, "sessions" | "clock">,
  { userId, sessionId, password }: { userId: UserId; sessionId: string; password: string },
): Promise<void> {
  const { users, sessions, clock } = deps;
  const field = "password";
  const { user: before } = await reenterPassword(deps, { userId, sessionId, password, field });
  await users.update(userId, (user) => {
    const change = requestUserDeletion(user, clock.now());
    if (change && !hasSameAccess(user, before)) throw passwordIncorrect(field);
    return change;
  });
  await sessions.closeAll(userId);
}

type DeletionDeps = Pick<
  IdentityDeps,
  | "users"
  | "sessions"
  | "securityLog"
  | "links"
  | "waitlist"
  | "emails"
  | "emailLimits"
  | "userData"
  | "clock"
  | "deletionSettleMs"
>;

const batchSize = 50;

/**
 * Continues every deletion in progress. Stores each confirmed step with the account; each is safe to repeat, so a
 * crash costs at most a repetition. Returns the errors of the deletions that must be tried again.
 */
export async function continueDeletions(deps: DeletionDeps): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (const id of await deps.users.findDeletions(batchSize)) {
    try {
      await endSessions(deps, id);
      if (await eraseEverywhere(deps, id)) await finish(deps, id);
    } catch (error) {
      errors.push(error);
    }
  }
  return errors;
}

/**
 * Ends sessions that the request could not end, or that a login left after a crash. Records them first, so that their
 * requests get time to end even if closing them fails halfway.
 */
async function endSessions({ users, sessions, clock }: DeletionDeps, id: UserId): Promise<void> {
  if ((await sessions.list(id)).length === 0) return;
  await users.update(id, (user) => recordOpenSessions(user, clock.now()));
  await sessions.closeAll(id);
}

/** Asks each service that has not confirmed the erasure. Returns true once all have. */
async function eraseEverywhere(deps: DeletionDeps, id: UserId): Promise<boolean> {
  const { users, userData } = deps;
  for (const service of erasingServices) {
    const deletion = (await users.find(id))?.user.deletion;
    if (!deletion) return false;
    if (deletion.erased.includes(service)) continue;
    if (!canErase(deps, service, deletion)) return false;
    if (!(await userData[service].eraseUser(id))) return false;
    await users.update(id, (user) => confirmErasure(user, service));
  }
  return true;
}

/** Billing erases at once; prediction waits until no running request of the user can still write. */
function canErase(
  { clock, deletionSettleMs }: DeletionDeps,
  service: ErasingService,
  { sessionsOpenAt, requestedAt }: Deletion,
): boolean {
  const since = sessionsOpenAt ?? requestedAt;
  return service === "billing" || clock.now().getTime() >= since.getTime() + deletionSettleMs;
}

/** Deletes all other data of the account, then the account. The other services follow its published deletion. */
async function finish(deps: DeletionDeps, id: UserId): Promise<void> {
  const { users, sessions, links, waitlist, emails, emailLimits } = deps;
  const user = (await users.find(id))?.user;
  if (!user) return;
  const { email, emailVerified } = user;
  await sessions.closeAll(id);
  await links.revokeAll(id);
  const owner = waitlistOwnerOf(user);
  for (const entry of await waitlist.findOf(owner)) await links.revokeInvitations(entry.email);
  await waitlist.remove(owner);
  if (email !== undefined) {
    const username = chosenUsername(user);
    const pendingEmail: PendingEmail = {
      id: `account-deleted:${id}`,
      kind: "account-deleted",
      to: email,
      data: { ...(username && { username }) },
    };
    if (emailVerified || (await emailLimits.admitUnverified(pendingEmail)))
      await emails.post(pendingEmail);
  }
  await deps.securityLog.removeOf(id);
  await users.remove(id);
}
