/** The number of refusals by latency bucket: the upper bound in seconds and the count within it. */
export type Refusals = Map<number, number>;

const buckets = /^http_request_duration_seconds_bucket\{([^}]*)\} (\d+)$/gm;
const isRefusal = (labels: string) =>
  labels.includes('status="429"') || labels.includes('status="503"');

/** The refusals in a gateway's metrics, timed by the gateway. */
export const refusalsIn = (metrics: string): Refusals => {
  const within: Refusals = new Map();
  for (const [, labels = "", count] of metrics.matchAll(buckets)) {
    const bound = /le="([^"]+)"/.exec(labels)?.[1];
    if (bound === undefined || !isRefusal(labels)) continue;
    const seconds = bound === "+Inf" ? Number.POSITIVE_INFINITY : Number(bound);
    within.set(seconds, (within.get(seconds) ?? 0) + Number(count));
  }
  return within;
};

/** The number of refusals since `before`, and the upper bound of the bucket that holds their 99th percentile. */
export const refusalsSince = (before: Refusals, after: Refusals) => {
  const counts = [...after]
    .map(([seconds, count]) => ({ seconds, count: count - (before.get(seconds) ?? 0) }))
    .toSorted((a, b) => a.seconds - b.seconds);
  const count = counts.at(-1)?.count ?? 0;
  const p99 = counts.find((within) => within.count >= count * 0.99)?.seconds ?? 0;
  return { count, p99Ms: p99 * 1_000 };
};
