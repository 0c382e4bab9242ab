import type { UserId } from "../domain/user.ts";
import type { Clock, Waitlist, WaitlistEntry } from "../use-cases/ports.ts";

/** The waitlist in memory, for tests; keeps the promises of the port (waitlist-suite.ts). */
export const memoryWaitlist = (clock: Clock): Waitlist => {
  const entries = new Map<string, WaitlistEntry & { userId?: UserId }>();
  return {
    join: ({ email, source, affiliateCode }) => {
      const entry = {
        email,
        source,
        affiliateCode,
        createdAt: clock.now(),
        convertedAt: undefined,
      };
      if (!entries.has(email)) entries.set(email, entry);
      return Promise.resolve();
    },
    find: (email) => {
      const entry = entries.get(email);
      if (!entry) return Promise.resolve(undefined);
      const { userId: _user, ...shown } = entry;
      return Promise.resolve(shown);
    },
    convert: (email, userId) => {
      const entry = entries.get(email);
      if (entry) entries.set(email, { ...entry, convertedAt: clock.now(), userId });
      return Promise.resolve();
    },
    remove: ({ userId, email }) => {
      for (const [key, entry] of entries)
        if (entry.userId === userId || key === email) entries.delete(key);
      return Promise.resolve();
    },
  };
};
