import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tracingSettings } from "@orbline/kit/config";
import { withContext } from "@orbline/kit/observability/context";
import { createLogger } from "@orbline/kit/observability/logger";
import { startTracing } from "@orbline/kit/observability/tracing";
import { startCollector } from "@orbline/kit/testing/collector";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { stripeClient } from "./client.ts";

it("adds each call to the trace of the request that causes it, without an id of Stripe's", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(404, { "content-type": "application/json" });
    response.end('{"error":{"type":"invalid_request_error","message":"No such customer"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const collector = await startCollector();
  onTestFinished(collector.close);
  const stop = await startTracing({
    service: "billing",
    config: z.object(tracingSettings).parse({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }),
    logger: createLogger({ service: "test", level: "silent" }),
  });

  const stripe = stripeClient({
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_API_BASE: `http://127.0.0.1:${port}`,
  });
  const call = () => stripe.customers.retrieve("cus_A1").catch((error: unknown) => error);
  await call();
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  await withContext({ requestId: "r-1", traceparent }, call);
  await stop?.();

  expect(collector.spans).toMatchObject([
    {
      name: "GET /v1/customers/:id",
      kind: "client",
      parentSpanId: "b7ad6b7169203331",
      status: { code: 2, message: "404" },
    },
  ]);
  expect(JSON.stringify(collector.spans)).not.toContain("cus_A1");
});
