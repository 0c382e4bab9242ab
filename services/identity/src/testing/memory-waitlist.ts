import type { Clock } from "@orbline/kit/clock";
import type { UserId } from "../domain/user.ts";
import type { Waitlist, WaitlistEntry, WaitlistOwner } from "../use-cases/ports.ts";

/** The waitlist in memory, for tests. Passes waitlist-suite.ts like the real store. */
export const memoryWaitlist = (clock: Clock): Waitlist => {
  type StoredEntry = WaitlistEntry & { userId?: UserId };
  const entries = new Map<string, StoredEntry>();
  const toEntry = ({ userId: _user, ...entry }: StoredEntry): WaitlistEntry => entry;
  const of = ({ userId, email }: WaitlistOwner) =>
    [...entries.values()].filter((entry) => entry.userId === userId || entry.email === email);
  return {
    join: ({ email, source, affiliateCode }) => {
      const entry = { email, source, affiliateCode, createdAt: clock.now() };
      if (!entries.has(email)) entries.set(email, entry);
      return Promise.resolve();
    },
    find: (email) => {
      const entry = entries.get(email);
      return Promise.resolve(entry && toEntry(entry));
    },
    convert: (email, userId) => {
      const entry = entries.get(email);
      if (entry) entries.set(email, { ...entry, convertedAt: clock.now(), userId });
      return Promise.resolve();
    },
    assign: (email, userId) => {
      const entry = entries.get(email);
      if (entry) entries.set(email, { userId, ...entry });
      return Promise.resolve();
    },
    findOf: (who) => Promise.resolve(of(who).map(toEntry)),
    remove: (who) => {
      for (const { email } of of(who)) entries.delete(email);
      return Promise.resolve();
    },
  };
};
