import { LRUCache } from "lru-cache";

/** A bounded in-process cache: drops the least recently used entry first, and each entry after `ttlMs`. */
export const createCache = <Value extends {}>({ max, ttlMs }: { max: number; ttlMs: number }) =>
  // The library's shared clock would set a timer every millisecond, which costs more than reading the time.
  new LRUCache<string, Value>({ max, ttl: ttlMs, ttlResolution: 0 });

/**
 * Joins loads of one key that are in flight, and keeps each result for `ttlMs` after it has arrived. A result that
 * `isKept` refuses reaches only the callers that wait for it.
 */
export type Share = <Value>(
  key: string,
  load: () => Promise<Value>,
  isKept?: (value: Value) => boolean,
) => Promise<Value>;

/**
 * Shares the results of expensive reads, so that many callers of one key cost one load. A failed load reaches the
 * callers that wait for it and is then forgotten. One key must always have one type of value.
 */
export function shareLoads({ max, ttlMs }: { max: number; ttlMs: number }): Share {
  const loads = createCache<Promise<unknown>>({ max, ttlMs });
  return <Value>(
    key: string,
    load: () => Promise<Value>,
    isKept: (value: Value) => boolean = () => true,
  ) => {
    const known = loads.get(key);
    if (known) return known as Promise<Value>;
    const loading = load();
    // Without an end while the load is in flight.
    loads.set(key, loading, { ttl: 0 });
    const isCurrent = () => loads.peek(key) === loading;
    const forget = () => void (isCurrent() && loads.delete(key));
    loading.then((value) => {
      if (!isKept(value)) forget();
      else if (isCurrent()) loads.set(key, loading, { ttl: ttlMs });
    }, forget);
    return loading;
  };
}
