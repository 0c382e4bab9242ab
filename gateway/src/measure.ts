import { createCounter } from "@orbline/kit/observability/instruments";
import type { Metrics } from "@orbline/kit/observability/metrics";
import { counters } from "./guards/rate-limit.ts";
import { services } from "./routes.ts";

/** Counters of the gateway's own. */
export const gatewayCounters = (metrics: Metrics) => ({
  /** A call was refused by this limit. */
  refused: createCounter({
    metrics,
    name: "rate_limit_refusals_total",
    help: "Calls beyond a limit, by the class of the limit",
    label: "class",
    values: counters,
  }),
  /** A call was refused because its service was busy. */
  busy: createCounter({
    metrics,
    name: "busy_refusals_total",
    help: "Calls refused because their service had as much to do as it may, by that service",
    label: "upstream",
    values: services,
  }),
  /** A session was looked for in memory. */
  asked: createCounter({
    metrics,
    name: "session_cache_requests_total",
    help: "Sessions looked for, by whether they were in memory",
    label: "result",
    values: ["hit", "miss"] as const,
  }),
});
