import type { EventEmitter } from "node:events";
import { createCache } from "@orbline/kit/cache";
import { sessionPrefix, type SessionRecord } from "@orbline/kit/redis/sessions";

const keptMs = 30_000;

/**
 * Sessions by hash, kept in process for at most 30 seconds. `changes` is the Redis client that loads them: it
 * emits `invalidate` with each key that was read and has changed, so a logout anywhere is effective on the next
 * request. Such a report can be handled before the continuation of the read that it concerns; then `epoch` has
 * moved on and what was read is not kept.
 */
export const sessionCache = ({
  load,
  changes,
  asked,
}: {
  load: (sid: string) => Promise<SessionRecord | undefined>;
  changes: Pick<EventEmitter, "on">;
  /** Told of each question whether it was answered from memory. */
  asked?: ((result: "hit" | "miss") => void) | undefined;
}) => {
  const cache = createCache<SessionRecord>({ max: 50_000, ttlMs: keptMs });
  let epoch = 0;
  const forgetAll = () => {
    epoch += 1;
    cache.clear();
  };
  changes.on("invalidate", (key: Buffer | string | null) => {
    if (key === null) return forgetAll();
    epoch += 1;
    cache.delete(String(key).slice(sessionPrefix.length));
  });
  // Reports are lost with the connection; the client asks for them anew before it is ready again.
  for (const event of ["error", "end", "reconnecting"]) changes.on(event, forgetAll);
  const fetch = async (sid: string): Promise<SessionRecord | undefined> => {
    const before = epoch;
    const record = await load(sid);
    if (record && epoch === before) cache.set(sid, record);
    return record;
  };
  /** Answers at once what is in memory. */
  return (sid: string): SessionRecord | Promise<SessionRecord | undefined> => {
    const known = cache.get(sid);
    asked?.(known ? "hit" : "miss");
    return known ?? fetch(sid);
  };
};
