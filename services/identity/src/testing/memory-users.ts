import { readInBatches } from "@orbline/kit/mongo/cursor-batches";
import type { PendingEmail } from "../domain/email.ts";
import { noSubscription } from "../domain/subscription.ts";
import { emailTaken, userNotFound, usernameTaken } from "../domain/user-errors.ts";
import type { UserId } from "../domain/user.ts";
import type { Account, Users } from "../use-cases/ports.ts";

const hasName = (username: string) => (account: Account) =>
  account.user.username.toLowerCase() === username.toLowerCase();

const hasEmail = (email: string) => (account: Account) =>
  account.user.email === email.toLowerCase();

/** Accounts in memory, for tests. Passes users-suite.ts like the real store. Emails go to `pendingEmails` at once. */
export const memoryUsers = (pendingEmails: PendingEmail[] = []): Users => {
  const accounts = new Map<UserId, Account & { seq: number }>();
  const held = new Map<string, UserId>();
  const deletions = readInBatches((id: UserId) => id);
  let ids = 0;
  const findBy = (matches: (account: Account) => boolean) => {
    const found = [...accounts.values()].find(matches);
    return Promise.resolve(found && { ...found });
  };

  return {
    nextId: () => `usr_${String((ids += 1)).padStart(32, "0")}` as UserId,
    find: (id) => findBy(({ user }) => user.id === id),
    findByUsername: (username) => findBy(hasName(username)),
    findByEmail: (email) => findBy(hasEmail(email)),
    add: ({ state: user, emails }) => {
      const known = [...accounts.values()];
      if (known.some(hasName(user.username))) return Promise.reject(usernameTaken());
      if (user.email !== undefined && (known.some(hasEmail(user.email)) || held.has(user.email)))
        return Promise.reject(emailTaken());
      const account = { user, subscription: noSubscription, version: 1 };
      accounts.set(user.id, { ...account, seq: 0 });
      pendingEmails.push(...emails);
      return Promise.resolve(account);
    },
    update: (id, decide) => {
      const account = accounts.get(id);
      if (!account) return Promise.reject(userNotFound());
      let change;
      try {
        change = decide(account.user);
      } catch (error) {
        return Promise.reject(error);
      }
      if (!change) return Promise.resolve();
      const { username, email } = change.state;
      const others = [...accounts.values()].filter(({ user }) => user.id !== id);
      if (others.some(hasName(username))) return Promise.reject(usernameTaken());
      if (email !== undefined && others.some(hasEmail(email))) return Promise.reject(emailTaken());
      const lost = account.user.email;
      if (email !== undefined && email !== lost) {
        if ((held.get(email) ?? id) !== id) return Promise.reject(emailTaken());
        held.delete(email);
        if (lost !== undefined && account.user.emailVerified) held.set(lost, id);
      }
      accounts.set(id, { ...account, user: change.state, version: account.version + 1 });
      pendingEmails.push(...change.emails);
      return Promise.resolve();
    },
    remove: (id) => {
      accounts.delete(id);
      for (const [email, owner] of held) if (owner === id) held.delete(email);
      return Promise.resolve();
    },
    forgetHeldEmails: () => Promise.resolve(),
    findDeletions: (limit) => {
      const started = [...accounts.values()].flatMap(({ user }) => (user.deletion ? [user] : []));
      const waiting = started.map(({ id }) => id).toSorted();
      return deletions(limit, (after = "") =>
        Promise.resolve(waiting.filter((id) => id > after).slice(0, limit)),
      );
    },
    projectSubscription: (id, subscription, seq) => {
      const account = accounts.get(id);
      if (account && account.seq < seq) accounts.set(id, { ...account, subscription, seq });
      return Promise.resolve();
    },
  };
};
