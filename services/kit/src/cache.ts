import { LRUCache } from "lru-cache";

/** A bounded cache in process: the least recently used entry goes first, and each lives `ttlMs` at most. */
export const createCache = <Value extends {}>({ max, ttlMs }: { max: number; ttlMs: number }) =>
  new LRUCache<string, Value>({ max, ttl: ttlMs });
