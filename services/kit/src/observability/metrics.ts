import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";
import { createGauge } from "./instruments.ts";

/** Sampling interval of the event loop delay. The default of 10 ms costs an idle process more than its own work. */
const loopSampleMs = 100;

const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const callBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const delayBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120, 600];

export type Metrics = ReturnType<typeof createMetrics>;

/** Metrics of one process: Node's own, requests, calls and messages; served at /metrics inside the system. */
export function createMetrics(service: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopSampleMs });
  const registers = [registry];
  const calls = { labelNames: ["method", "code"] as const, buckets: callBuckets, registers };
  return {
    registry,
    httpDuration: new Histogram({
      name: "http_request_duration_seconds",
      help: "Duration of HTTP requests in seconds",
      labelNames: ["method", "route", "status"] as const,
      buckets: requestBuckets,
      registers,
    }),
    grpcServer: new Histogram({
      name: "grpc_server_duration_seconds",
      help: "Duration of gRPC calls served by this process, in seconds",
      ...calls,
    }),
    grpcClient: new Histogram({
      name: "grpc_client_duration_seconds",
      help: "Duration of gRPC calls made by this process, in seconds, including waiting",
      ...calls,
    }),
    messages: new Counter({
      name: "messages_total",
      help: "Messages consumed, by topic and outcome",
      labelNames: ["topic", "outcome"] as const,
      registers,
    }),
    messageDelay: new Histogram({
      name: "message_delay_seconds",
      help: "Time from a change until its message was handled by this process, in seconds, by topic",
      labelNames: ["topic"] as const,
      buckets: delayBuckets,
      registers,
    }),
    messageInHand: currentMessages(registry),
    watchFetches: fetchAges(registry),
  };
}

/** Exposes how long the current message of each topic takes. A consumer handles one message of a topic at a time. */
function currentMessages(registry: Registry) {
  const startedAtMs = new Map<string, number | undefined>();
  createGauge(
    { registry },
    {
      name: "message_in_hand_seconds",
      help: "Time since the current message was received, by topic; 0 when there is none",
      label: "topic",
      read: () => mapValues(startedAtMs, (atMs) => (atMs === undefined ? 0 : secondsSince(atMs))),
    },
  );
  return {
    begin: (topic: string) => void startedAtMs.set(topic, Date.now()),
    end: (topic: string) => void startedAtMs.set(topic, undefined),
  };
}

/** Exposes when each consumer group's member in this process last fetched, until the returned function is called. */
function fetchAges(registry: Registry) {
  const lastFetches = new Map<string, () => number>();
  const gauge = createGauge(
    { registry },
    {
      name: "consumer_fetch_age_seconds",
      help: "Time since a consumer group's member in this process last fetched",
      label: "group",
      read: () => mapValues(lastFetches, (lastAtMs) => secondsSince(lastAtMs())),
    },
  );
  return (group: string, lastAtMs: () => number) => {
    lastFetches.set(group, lastAtMs);
    return (): void => {
      lastFetches.delete(group);
      gauge.remove({ group });
    };
  };
}

function mapValues<Value>(map: Map<string, Value>, toNumber: (value: Value) => number) {
  return Object.fromEntries([...map].map(([key, value]) => [key, toNumber(value)]));
}

function secondsSince(ms: number): number {
  return (Date.now() - ms) / 1_000;
}
