import { registerHooks } from "node:module";

const loaded = new Set<string>();
registerHooks({
  resolve: (specifier, context, next) => {
    const [name] = /^@opentelemetry\/[\w-]+/.exec(specifier) ?? [];
    if (name) loaded.add(name);
    return next(specifier, context);
  },
});

const { z } = await import("zod");
const { createLogger } = await import("../src/observability/logger.ts");
const { run } = await import("../src/process/run.ts");
const { tracingSettings } = await import("../src/config.ts");
const { beginSpan } = await import("../src/observability/tracing.ts");
await import("../src/grpc/server.ts");
await import("../src/http/app.ts");
await import("../src/kafka/connection.ts");

const [endpoint = ""] = process.argv.slice(2);
const config = z
  .object(tracingSettings)
  .parse(endpoint ? { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } : {});

await run({
  logger: createLogger({ service: "test", level: "silent" }),
  tracing: { service: "traced-process", config },
  start: async ({ onStop }) => {
    const alive = setInterval(() => undefined, 1_000);
    onStop("timer", () => clearInterval(alive));
    onStop("last span", () => beginSpan("server", "last request", undefined)?.end({}));
    beginSpan("server", "first request", undefined)?.end({});
    process.stdout.write(`${[...loaded].toSorted().join("\n")}\n`);
  },
});
