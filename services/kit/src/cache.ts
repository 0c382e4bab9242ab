import { LRUCache } from "lru-cache";

/** A bounded cache in process: the least recently used entry goes first, and each lives `ttlMs` at most. */
export const createCache = <Value extends {}>({ max, ttlMs }: { max: number; ttlMs: number }) =>
  // Its shared clock would cost a timer in each millisecond, more than the clock itself.
  new LRUCache<string, Value>({ max, ttl: ttlMs, ttlResolution: 0 });
