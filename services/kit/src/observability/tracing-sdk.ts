import { setTimeout as sleep } from "node:timers/promises";
import {
  type Attributes,
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "./logger.ts";

const closeDeadlineMs = 2_000;

const kinds = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
};

export type SpanKind = keyof typeof kinds;

/** Result of a span; `error` is a short code, never a text that may quote values. */
export type SpanResult = { name?: string; attributes?: Attributes; error?: string | undefined };

export type Span = {
  /** W3C trace context that makes this span the parent of others. */
  traceparent: string;
  /** Ends the span. Call it once. */
  end: (result: SpanResult) => void;
};

export type Tracer = ReturnType<typeof createTracer>;

type Options = {
  service: string;
  url: string;
  /** Share of new traces that are kept, 0 to 1. Spans of a caller's trace follow the caller's decision. */
  ratio: number;
  logger: Logger;
};

/** Sends spans to an OTLP/HTTP collector in batches, every five seconds at the latest. */
export function createTracer({ service, url, ratio, logger }: Options) {
  logProblems(logger);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
      .merge(resourceFromAttributes({ "service.name": service })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer("orbline");
  return {
    begin: (kind: SpanKind, name: string, parent: string | undefined): Span => {
      const span = tracer.startSpan(name, { kind: kinds[kind] }, contextOf(parent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
        end: (result) => {
          if (result.name !== undefined) span.updateName(result.name);
          if (result.attributes) span.setAttributes(result.attributes);
          if (result.error !== undefined)
            span
              .setAttribute("error.type", result.error)
              .setStatus({ code: SpanStatusCode.ERROR, message: result.error });
          span.end();
        },
      };
    },
    close: async (): Promise<void> => {
      const expired = sleep(closeDeadlineMs, undefined, { ref: false });
      const sent = provider.shutdown().catch((error: unknown) => diag.warn(String(error)));
      await Promise.race([sent, expired]);
    },
  };
}

function contextOf(parent: string | undefined): Context {
  const spanContext = parent === undefined ? undefined : parseTraceParent(parent);
  return spanContext
    ? trace.setSpanContext(ROOT_CONTEXT, { ...spanContext, isRemote: true })
    : ROOT_CONTEXT;
}

/** Writes the libraries' warnings to our log, for example that the collector does not respond. */
function logProblems(logger: Logger) {
  const warn = (message: string) =>
    logger.warn({ reason: message.slice(0, 300) }, "traces were not sent");
  const sink = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(sink, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

function ignore() {}
