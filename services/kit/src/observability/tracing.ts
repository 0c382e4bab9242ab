import type { Attributes } from "@opentelemetry/api";
import type { Logger } from "./logger.ts";
import { collectorUrl, type TracingConfig } from "./tracing-settings.ts";

/** What a span stands for: work for a caller, a call of ours, a message sent, a message handled. */
export type SpanKind = "server" | "client" | "producer" | "consumer";

/** How a span ended; `error` is a short code, never a text that may quote values. */
export type SpanResult = { name?: string; attributes?: Attributes; error?: string | undefined };

/** A piece of work that is being traced. */
export type Span = {
  /** W3C trace context that names this span as the cause of what follows. */
  traceparent: string;
  /** Ends the span; to be called once. */
  end: (result: SpanResult) => void;
};

const traceparentShape = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** A W3C trace context as it was sent; undefined when it is none, as it is written to logs and passed on. */
export const readTraceparent = (sent: unknown): string | undefined =>
  typeof sent === "string" && traceparentShape.test(sent) ? sent : undefined;

/** Begins spans, and sends what is left when the process stops. */
export type Tracer = {
  begin: (kind: SpanKind, name: string, parent: string | undefined) => Span;
  close: () => Promise<void>;
};

/** One per process, like the log's stream: every border of the kit begins its spans here. */
let tracer: Tracer | undefined;

/**
 * Begins a span under `parent`, a W3C trace context, or a new trace without one. Undefined where no collector is
 * configured, so that untraced work costs one comparison.
 */
export const beginSpan = (
  kind: SpanKind,
  name: string,
  parent: string | undefined,
): Span | undefined => tracer?.begin(kind, name, parent);

/**
 * Loads the tracing libraries and sends spans from now on, if a collector is configured. Returns how to stop,
 * which sends what is left within two seconds; undefined when traces are off.
 */
export const startTracing = async (options: {
  service: string;
  config: TracingConfig;
  logger: Logger;
}): Promise<(() => Promise<void>) | undefined> => {
  const url = collectorUrl(options.config);
  if (!url) return undefined;
  const { createTracer } = await import("./tracing-sdk.ts");
  const started = createTracer({ ...options, url });
  tracer = started;
  return async () => {
    tracer = undefined;
    await started.close();
  };
};
