import { createCache } from "@orbline/kit/cache";
import type { Entitlement } from "../use-cases/ports.ts";

/** A change that another process has taken over is seen here this late, as if it had come that much later. */
const rememberedMs = 2_000;

/**
 * Who was entitled a moment ago, as a visitor asks for one pick after the other. Only a yes is kept; a change that
 * this process takes over ends it at once, and no reading that began before the change's end is kept.
 */
export const recentlyEntitled = () => {
  const entitled = createCache<Entitlement>({ max: 10_000, ttlMs: rememberedMs });
  let changes = 0;
  const forget = (userId: string) => {
    changes += 1;
    entitled.delete(userId);
  };
  return {
    /** What is remembered, else what is loaded. */
    read: async (
      userId: string,
      load: () => Promise<Entitlement | undefined>,
    ): Promise<Entitlement | undefined> => {
      const known = entitled.get(userId);
      if (known) return known;
      const before = changes;
      const found = await load();
      if (found?.entitled && changes === before) entitled.set(userId, found);
      return found;
    },
    /** Writes a change of a user. */
    change: async (userId: string, write: () => Promise<void>): Promise<void> => {
      forget(userId);
      await write().finally(() => forget(userId));
    },
  };
};
