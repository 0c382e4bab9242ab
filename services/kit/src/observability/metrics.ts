import { collectDefaultMetrics, Counter, Registry } from "prom-client";
import { requestDurations } from "./request-durations.ts";
import { callMetrics, messageMetrics } from "./work-metrics.ts";

/**
 * How often the event loop's delay is looked at; at rest the metric shows this time. By default it is every 10 ms,
 * which costs an idle process more than everything else that it does.
 */
const loopDelayEveryMs = 100;

/** Metrics of one process: Node's own, requests, messages; served at /metrics inside the system. */
export const createMetrics = (service: string) => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopDelayEveryMs });
  return {
    registry,
    httpDuration: requestDurations({
      registry,
      name: "http_request_duration_seconds",
      help: "Duration of HTTP requests in seconds",
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    }),
    messages: new Counter({
      name: "messages_total",
      help: "Messages consumed, by topic and outcome",
      labelNames: ["topic", "outcome"] as const,
      registers: [registry],
    }),
    ...callMetrics(registry),
    ...messageMetrics(registry),
  };
};
/** The metrics of one process. */
export type Metrics = ReturnType<typeof createMetrics>;
