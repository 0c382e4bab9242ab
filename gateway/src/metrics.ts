import { createCounter } from "@orbline/kit/observability/instruments";
import type { Metrics } from "@orbline/kit/observability/metrics";
import { counters } from "./guards/rate-limit.ts";
import { services } from "./routes.ts";

/** The gateway's own counters. */
export function gatewayCounters(metrics: Metrics) {
  return {
    onBusy: createCounter({
      metrics,
      name: "busy_refusals_total",
      help: "Requests refused because their service had reached its concurrency limit",
      label: "upstream",
      values: services,
    }),
    onRateLimited: createCounter({
      metrics,
      name: "rate_limit_refusals_total",
      help: "Requests refused by a rate limit, by class of the limit",
      label: "class",
      values: counters,
    }),
    onCacheLookup: createCounter({
      metrics,
      name: "session_cache_requests_total",
      help: "Session lookups by whether the session was in memory",
      label: "result",
      values: ["hit", "miss"] as const,
    }),
  };
}
