import { confirmErasure, noteOpenSessions } from "../domain/user-changes.ts";
import { erasers, type Deletion, type Eraser, type UserId } from "../domain/user.ts";
import type { Clock, Erasers, Links, Mails, Sessions, Users, Waitlist } from "./ports.ts";

type Deps = {
  users: Users;
  sessions: Sessions;
  links: Links;
  waitlist: Waitlist;
  mails: Mails;
  others: Erasers;
  clock: Clock;
  /** How long a request may be under way that began before the sessions ended, in milliseconds. */
  settleMs: number;
  report: (error: unknown) => void;
};

const batch = 50;

/** Prediction is erased once no request that was under way can write any more; the provider is stopped at once. */
const isTimeFor = ({ clock, settleMs }: Deps, eraser: Eraser, deletion: Deletion) => {
  const since = deletion.sessionsOpenAt ?? deletion.requestedAt;
  return eraser === "billing" || clock.now().getTime() >= since.getTime() + settleMs;
};

/**
 * Ends what the request could not, or a login that crashed has left: nobody is to work on while services erase. Noted
 * first, so that the time for requests under way counts from here also when the ending fails half-way.
 */
const endSessions = async ({ users, sessions, clock }: Deps, id: UserId): Promise<void> => {
  if ((await sessions.list(id)).length === 0) return;
  await users.update(id, (user) => noteOpenSessions(user, clock.now()));
  await sessions.closeAll(id);
};

/** Takes one more step for each service that has not confirmed; true once all have. */
const askOthers = async (deps: Deps, id: UserId): Promise<boolean> => {
  const { users, others } = deps;
  for (const eraser of erasers) {
    const deletion = (await users.find(id))?.user.deletion;
    if (!deletion) return false;
    if (deletion.erased.includes(eraser)) continue;
    if (!isTimeFor(deps, eraser, deletion)) return false;
    if (!(await others[eraser].eraseUser(id))) return false;
    await users.update(id, (user) => confirmErasure(user, eraser));
  }
  return true;
};

/** Everything here that is not the account itself, then the account: whoever follows its topic erases on its end. */
const finish = async (deps: Deps, id: UserId): Promise<void> => {
  const { users, sessions, links, waitlist, mails } = deps;
  const user = (await users.find(id))?.user;
  if (!user) return;
  const { email, username } = user;
  await sessions.closeAll(id);
  await links.revokeAll(id);
  const who = { userId: id, email };
  for (const entry of await waitlist.findOf(who)) await links.revokeInvitations(entry.email);
  await waitlist.remove(who);
  if (email !== undefined)
    await mails.post({
      id: `account-deleted:${id}`,
      kind: "account-deleted",
      to: email,
      about: { username },
    });
  await users.remove(id);
};

/**
 * Goes on with every deletion from where it stands. Each step is noted with the account once it is confirmed and is
 * safe to repeat, so that a crash at any point costs a repetition. What fails is tried again the next time.
 */
export const continueDeletions = (deps: Deps) => async (): Promise<void> => {
  for (const id of await deps.users.findDeletions(batch)) {
    try {
      await endSessions(deps, id);
      if (await askOthers(deps, id)) await finish(deps, id);
    } catch (error) {
      deps.report(error);
    }
  }
};
