import { z } from "zod";

const collector = z.url({
  protocol: /^https?$/,
  message: "must be an http:// or https:// address",
});

/**
 * OpenTelemetry's own variables, as far as they are ours to act on: traces are sent where a collector is named.
 * Headers, timeout, compression and certificates of the export are read by the exporter itself.
 */
export const tracingSettings = {
  /** Base address of an OTLP/HTTP collector, e.g. http://127.0.0.1:4318. */
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  /** The collector's whole address for traces; wins over the base address. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional(),
  OTEL_SDK_DISABLED: z.stringbool().default(false),
  /** Replaces the name that the process gives itself. */
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum([
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ])
    .default("parentbased_always_on"),
  /** The share of traces that the ratio samplers keep, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

/** Whether and where traces are sent, parsed. */
export type TracingConfig = z.output<z.ZodObject<typeof tracingSettings>>;

/** Where traces are sent; undefined when they are not. */
export const collectorUrl = (config: TracingConfig): string | undefined => {
  if (config.OTEL_SDK_DISABLED) return undefined;
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces, OTEL_EXPORTER_OTLP_ENDPOINT: base } = config;
  return traces ?? (base && `${base.replace(/\/$/, "")}/v1/traces`);
};
