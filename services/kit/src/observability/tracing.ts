import { status } from "@grpc/grpc-js";
import type { TracingConfig } from "../config.ts";
import { currentContext } from "./context.ts";
import type { Logger } from "./logger.ts";
import type { Span, SpanKind, SpanResult, Tracer } from "./tracing-sdk.ts";

export type { Span };

/** URL of the collector; undefined when traces are off. */
export function collectorUrl(config: TracingConfig): string | undefined {
  if (config.OTEL_SDK_DISABLED) return undefined;
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces, OTEL_EXPORTER_OTLP_ENDPOINT: base } = config;
  return traces ?? (base && `${base.replace(/\/$/, "")}/v1/traces`);
}

// One per process, like the log destination.
let tracer: Tracer | undefined;

/**
 * Loads the tracing libraries and starts to send spans, if a collector is configured. The returned function sends the
 * remaining spans within two seconds and stops; undefined when traces are off.
 */
export async function startTracing(options: {
  service: string;
  config: TracingConfig;
  logger: Logger;
}): Promise<(() => Promise<void>) | undefined> {
  const { service, config, logger } = options;
  const url = collectorUrl(config);
  if (!url) return undefined;
  const { createTracer } = await import("./tracing-sdk.ts");
  const started = createTracer({
    service: config.OTEL_SERVICE_NAME ?? service,
    url,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    logger,
  });
  tracer = started;
  return async () => {
    tracer = undefined;
    await started.close();
  };
}

/**
 * Starts a span under `parent`, a W3C trace context, or a new trace without one. Undefined when traces are off, so
 * that untraced work costs one comparison.
 */
export function beginSpan(
  kind: SpanKind,
  name: string,
  parent: string | undefined,
): Span | undefined {
  return tracer?.begin(kind, name, parent);
}

/** Whether spans are sent. */
export const isTracing = (): boolean => tracer !== undefined;

/** Starts a span for a call that belongs to the current request or message; undefined outside of one. */
export function beginChildSpan(kind: SpanKind, name: string): Span | undefined {
  const parent = currentContext()?.traceparent;
  return parent === undefined ? undefined : beginSpan(kind, name, parent);
}

const traceparentShape = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** A W3C trace context from a request; undefined for anything else, because it is logged and passed on. */
export function readTraceparent(sent: unknown): string | undefined {
  return typeof sent === "string" && traceparentShape.test(sent) ? sent : undefined;
}

type HttpRequest = { method: string; route: string; status: number; requestId: string };

/** Result of an HTTP span: named by its route, failed for a 5xx response. */
export function httpResult({ method, route, status: code, requestId }: HttpRequest): SpanResult {
  return {
    name: `${method} ${route}`,
    attributes: {
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": code,
      "orbline.request_id": requestId,
    },
    error: code >= 500 ? String(code) : undefined,
  };
}

const serverFaults: readonly status[] = [
  status.INTERNAL,
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
];

/** Result of a gRPC span. On the server only its own faults count as failures, on the client every error. */
export function grpcResult(side: "server" | "client", code: status): SpanResult {
  const isFailed = side === "client" ? code !== status.OK : serverFaults.includes(code);
  return {
    attributes: { "rpc.system": "grpc", "rpc.grpc.status_code": code },
    error: isFailed ? status[code] : undefined,
  };
}

/** Result of the span of a command to MongoDB or Redis. */
export function databaseResult(system: "mongodb" | "redis", error?: string): SpanResult {
  return { attributes: { "db.system.name": system }, error };
}

/** Result of the span of a Kafka message, sent or handled. */
export function messageResult(topic: string, error?: string): SpanResult {
  return {
    attributes: { "messaging.system": "kafka", "messaging.destination.name": topic },
    error,
  };
}
