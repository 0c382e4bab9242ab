import type { EventEmitter } from "node:events";
import { createCache } from "@orbline/kit/cache";
import { sessionPrefix, type SessionRecord } from "@orbline/kit/redis/sessions";

const ttlMs = 30_000;

type Options = {
  load: (sessionId: string) => Promise<SessionRecord | undefined>;
  changes: Pick<EventEmitter, "on">;
  onCacheLookup?: ((result: "hit" | "miss") => void) | undefined;
};

/**
 * Sessions by id, cached in this process for at most 30 seconds. `changes` is the Redis client that loads them. It
 * emits `invalidate` with each key that was read and has changed, so a logout anywhere takes effect on the next
 * request. An invalidation may arrive before the pending read resumes; `epoch` detects this, and the stale value is
 * not cached.
 */
export function sessionCache({ load, changes, onCacheLookup }: Options) {
  const cache = createCache<SessionRecord>({ max: 50_000, ttlMs });
  let epoch = 0;
  const clear = () => {
    epoch += 1;
    cache.clear();
  };
  changes.on("invalidate", (key: Buffer | string | null) => {
    if (key === null) return clear();
    epoch += 1;
    cache.delete(String(key).slice(sessionPrefix.length));
  });
  // Invalidations are lost with the connection. The client subscribes again before it is ready.
  for (const event of ["error", "end", "reconnecting"]) changes.on(event, clear);
  const fetch = async (sessionId: string): Promise<SessionRecord | undefined> => {
    const before = epoch;
    const record = await load(sessionId);
    if (record && epoch === before) cache.set(sessionId, record);
    return record;
  };
  /** Synchronous when the session is in memory. */
  return (sessionId: string): SessionRecord | Promise<SessionRecord | undefined> => {
    const known = cache.get(sessionId);
    onCacheLookup?.(known ? "hit" : "miss");
    return known ?? fetch(sessionId);
  };
}
