import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createLogger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import express from "express";
import { expect, it, onTestFinished } from "vitest";
import { exchangeOf } from "./exchange.ts";
import { observe } from "./observe.ts";

const theirs = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

const traceOf = async (trustsTraces: boolean, traceparent: string) => {
  const app = express();
  const logger = createLogger({ service: "test", level: "silent" });
  app.use(observe({ logger, metrics: createMetrics("test"), trustsTraces }));
  app.use((_request, response) => void response.json(exchangeOf(response).traceparent));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { traceparent } });
  return (await response.json()) as string;
};

it("the trace of a client goes on only where clients are trusted with it", async () => {
  expect(await traceOf(true, theirs)).toBe(theirs);
  expect(await traceOf(false, theirs)).toMatch(
    /^00-(?!0af7651916cd43dd)[\da-f]{32}-[\da-f]{16}-01$/,
  );
});

it("what is no trace context is not passed on by whoever", async () => {
  expect(await traceOf(true, "00-canary")).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
});
