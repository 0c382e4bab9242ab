import { setTimeout as sleep } from "node:timers/promises";
import {
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
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "./logger.ts";
import type { TracingConfig } from "./tracing-settings.ts";
import type { SpanKind, Tracer } from "./tracing.ts";

const closeDeadlineMs = 2_000;

const kinds: Record<SpanKind, Kind> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
};

const samplers: Record<TracingConfig["OTEL_TRACES_SAMPLER"], (share: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (share) => new TraceIdRatioBasedSampler(share),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (share) =>
    new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
};

const resourceOf = (service: string, config: TracingConfig) =>
  defaultResource()
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
    .merge(resourceFromAttributes({ "service.name": config.OTEL_SERVICE_NAME ?? service }));

const contextOf = (parent: string | undefined): Context => {
  const spanContext = parent === undefined ? undefined : parseTraceParent(parent);
  return spanContext
    ? trace.setSpanContext(ROOT_CONTEXT, { ...spanContext, isRemote: true })
    : ROOT_CONTEXT;
};

const ignore = () => undefined;

/** What the libraries have to say, e.g. that the collector does not answer, in our log. */
const logProblems = (logger: Logger) => {
  const warn = (message: string) =>
    logger.warn({ reason: message.slice(0, 300) }, "traces were not sent");
  const sink = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(sink, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
};

/** Sends spans to an OTLP/HTTP collector in batches, every five seconds at the latest. */
export const createTracer = ({
  service,
  config,
  logger,
  url,
}: {
  service: string;
  config: TracingConfig;
  logger: Logger;
  url: string;
}): Tracer => {
  logProblems(logger);
  const provider = new TracerProvider({
    resource: resourceOf(service, config),
    sampler: samplers[config.OTEL_TRACES_SAMPLER](config.OTEL_TRACES_SAMPLER_ARG),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer("orbline");
  return {
    begin: (kind, name, parent) => {
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
    close: async () => {
      const expired = sleep(closeDeadlineMs, undefined, { ref: false });
      const sent = provider.shutdown().catch((error: unknown) => diag.warn(String(error)));
      await Promise.race([sent, expired]);
    },
  };
};
