import { noSubscription } from "../domain/subscription.ts";
import { emailTaken, userNotFound, usernameTaken } from "../domain/user-errors.ts";
import type { UserId } from "../domain/user.ts";
import type { Account, Users } from "../use-cases/ports.ts";

const hasName = (username: string) => (account: Account) =>
  account.user.username.toLowerCase() === username.toLowerCase();

const hasEmail = (email: string) => (account: Account) =>
  account.user.email === email.toLowerCase();

/** Accounts in memory, for tests; keeps the promises of the port (users-suite.ts). */
export const memoryUsers = (): Users => {
  const accounts = new Map<UserId, Account & { seq: number }>();
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
    add: ({ state: user }) => {
      const known = [...accounts.values()];
      if (known.some(hasName(user.username))) return Promise.reject(usernameTaken());
      if (user.email !== undefined && known.some(hasEmail(user.email)))
        return Promise.reject(emailTaken());
      const account = { user, subscription: noSubscription, version: 1 };
      accounts.set(user.id, { ...account, seq: 0 });
      return Promise.resolve(account);
    },
    update: (id, decide) => {
      const account = accounts.get(id);
      if (!account) return Promise.reject(userNotFound());
      const change = decide(account.user);
      if (change)
        accounts.set(id, { ...account, user: change.state, version: account.version + 1 });
      return Promise.resolve();
    },
    projectSubscription: (id, subscription, seq) => {
      const account = accounts.get(id);
      const isNews = account !== undefined && account.seq < seq;
      if (isNews) accounts.set(id, { ...account, subscription, seq });
      return Promise.resolve(isNews);
    },
  };
};
