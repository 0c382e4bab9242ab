import { Gauge, Histogram, type Registry } from "prom-client";

const callBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const delayBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120, 600];

/** Durations of gRPC calls on both sides, by method and by the code's name. */
export const callMetrics = (registry: Registry) => {
  const histogram = (name: string, help: string) =>
    new Histogram({
      name,
      help,
      labelNames: ["method", "code"] as const,
      buckets: callBuckets,
      registers: [registry],
    });
  return {
    grpcServer: histogram(
      "grpc_server_duration_seconds",
      "Duration of gRPC calls answered here, in seconds",
    ),
    grpcClient: histogram(
      "grpc_client_duration_seconds",
      "Duration of gRPC calls made from here, in seconds, waiting included",
    ),
  };
};

const secondsSince = (ms: number) => (Date.now() - ms) / 1_000;

/** Delay of messages, the one being handled, and when each consumer last asked for more. */
export const messageMetrics = (registry: Registry) => {
  const begunAtMs = new Map<string, number>();
  const fetchedAtMs = new Map<string, () => number>();
  const inHand = new Gauge({
    name: "message_in_hand_seconds",
    help: "How long the message being handled has been in hand, by topic; 0 when there is none",
    labelNames: ["topic"] as const,
    registers: [registry],
    collect() {
      for (const [topic, at] of begunAtMs) this.set({ topic }, secondsSince(at));
    },
  });
  const fetchAge = new Gauge({
    name: "consumer_fetch_age_seconds",
    help: "How long ago a consumer group's member here last fetched",
    labelNames: ["group"] as const,
    registers: [registry],
    collect() {
      for (const [group, at] of fetchedAtMs) this.set({ group }, secondsSince(at()));
    },
  });
  return {
    messageDelay: new Histogram({
      name: "message_delay_seconds",
      help: "Time from a change until its message was handled here, in seconds, by topic",
      labelNames: ["topic"] as const,
      buckets: delayBuckets,
      registers: [registry],
    }),
    /** Told when a message of a topic is begun and ended; a consumer handles one at a time. */
    messageInHand: {
      begin: (topic: string): void => void begunAtMs.set(topic, Date.now()),
      end: (topic: string): void => {
        begunAtMs.delete(topic);
        inHand.set({ topic }, 0);
      },
    },
    /** Shows a consumer's last fetch until the returned function is called. */
    watchFetches: (group: string, lastAtMs: () => number): (() => void) => {
      fetchedAtMs.set(group, lastAtMs);
      return () => {
        fetchedAtMs.delete(group);
        fetchAge.remove({ group });
      };
    },
  };
};
