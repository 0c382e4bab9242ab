import { Writable } from "node:stream";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { createLogger } from "./logger.ts";
import { startCollector } from "../testing/collector.ts";
import { tracingSettings } from "../config.ts";
import { beginSpan, collectorUrl, grpcResult, httpResult, startTracing } from "./tracing.ts";

const lines: string[] = [];
const stream = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    lines.push(String(chunk));
    done();
  },
});
const logger = createLogger({ service: "test", level: "warn", stream });
const configOf = (env: Record<string, string>) => z.object(tracingSettings).parse(env);
const closers: (() => Promise<unknown> | undefined)[] = [];

const trace = async (env: Record<string, string> = {}, { status = 200 } = {}) => {
  const collector = await startCollector({ status });
  closers.push(collector.close);
  const config = configOf({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env });
  const stop = await startTracing({ service: "billing", config, logger });
  closers.push(async () => stop?.());
  return { collector, stop: async () => stop?.() };
};

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const traceId = "0af7651916cd43dd8448eb211c80319c";
const sampled = `00-${traceId}-b7ad6b7169203331-01`;
const unsampled = `00-${traceId}-b7ad6b7169203331-00`;

it.each([{}, { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1", OTEL_SDK_DISABLED: "true" }])(
  "begins no span without a collector or when disabled: %o",
  async (env) => {
    expect(await startTracing({ service: "test", config: configOf(env), logger })).toBeUndefined();
    expect(beginSpan("server", "GET", sampled)).toBeUndefined();
  },
);

it("sends a span with its service, parent, kind, name, attributes and failure", async () => {
  const { collector, stop } = await trace();
  const span = beginSpan("server", "GET", sampled);
  expect(span?.traceparent).toMatch(
    new RegExp(`^00-${traceId}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`),
  );
  span?.end(httpResult({ method: "GET", route: "/api/plans", status: 503, requestId: "r-1" }));
  await stop();
  expect(collector.paths).toEqual(["/v1/traces"]);
  expect(collector.spans).toMatchObject([
    {
      service: "billing",
      traceId,
      spanId: span?.traceparent.split("-")[2],
      parentSpanId: "b7ad6b7169203331",
      kind: "server",
      name: "GET /api/plans",
      attributes: {
        "http.route": "/api/plans",
        "http.response.status_code": 503,
        "orbline.request_id": "r-1",
      },
      status: { code: 2, message: "503" },
    },
  ]);
});

it("begins a new trace without a valid trace context", async () => {
  await trace();
  const ids = [undefined, "nonsense", `00-${"0".repeat(32)}-b7ad6b7169203331-01`].map(
    (parent) => beginSpan("server", "GET", parent)?.traceparent.split("-")[1],
  );
  for (const id of ids) expect(id).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  expect(new Set(ids).size).toBe(3);
});

it.each([
  ["follows the caller's decision", {}, { sampled: 1, unsampled: 0, root: 1 }],
  [
    "keeps a share of its own traces",
    { OTEL_TRACES_SAMPLER_ARG: "0" },
    { sampled: 1, unsampled: 0, root: 0 },
  ],
])("the sampler %s and passes its decision on", async (_what, env, expected) => {
  const { collector, stop } = await trace(env);
  const parents = { sampled, unsampled, root: undefined };
  for (const [name, parent] of Object.entries(parents)) {
    const span = beginSpan("server", name, parent);
    const isKept = expected[name as keyof typeof expected] === 1;
    expect(span?.traceparent.endsWith(isKept ? "-01" : "-00")).toBe(true);
    span?.end({});
  }
  await stop();
  const kept = Object.entries(expected).filter(([, count]) => count === 1);
  expect(collector.spans.map(({ name }) => name)).toEqual(kept.map(([name]) => name));
});

it("takes the service's name, and the collector's whole address, from the environment", async () => {
  const { collector, stop } = await trace({ OTEL_SERVICE_NAME: "billing-eu" });
  beginSpan("client", "call", undefined)?.end(grpcResult("client", 14));
  await stop();
  expect(collector.spans).toMatchObject([
    { service: "billing-eu", status: { code: 2, message: "UNAVAILABLE" } },
  ]);
  const both = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example.test/in",
  };
  expect(collectorUrl(configOf(both))).toBe("https://traces.example.test/in");
});

it("logs a warning when the collector refuses spans", async () => {
  const { stop } = await trace({}, { status: 400 });
  beginSpan("server", "GET", undefined)?.end({});
  await stop();
  expect(beginSpan("server", "GET", undefined)).toBeUndefined();
  expect(lines.join("")).toContain('"msg":"traces were not sent"');
});
