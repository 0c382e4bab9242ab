import { LRUCache } from "lru-cache";

/** A bounded in-process cache: drops the least recently used entry first, and each entry after `ttlMs`. */
export const createCache = <Value extends {}>({ max, ttlMs }: { max: number; ttlMs: number }) =>
  // The library's shared clock would set a timer every millisecond, which costs more than reading the time.
  new LRUCache<string, Value>({ max, ttl: ttlMs, ttlResolution: 0 });
