import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { eventually } from "@orbline/kit/testing/eventually";
import express from "express";
import { expect, it, onTestFinished } from "vitest";
import { exchangeOf } from "./exchange.ts";
import { startExchange } from "./observe.ts";

const startApp = async ({ trustsTraces = false } = {}) => {
  const lines: { level: string; fields: Record<string, unknown> }[] = [];
  const log = (level: string) => (fields: Record<string, unknown>) => lines.push({ level, fields });
  const logger = { debug: log("debug"), info: log("info"), error: log("error") };
  const arrived: string[] = [];
  const app = express();
  const deps = {
    logger: logger as unknown as Logger,
    metrics: createMetrics("test"),
    trustsTraces,
  };
  app.use((request, response, next) => {
    startExchange(deps, request, response, { clientIp: "192.0.2.1", next });
    arrived.push(request.path);
    exchangeOf(response).path = request.path;
    exchangeOf(response).label = request.path === "/readyz" ? "/readyz" : "page";
    if (request.path === "/trace") response.json(exchangeOf(response).traceparent);
    else if (request.path !== "/hangs") response.send("ok");
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lineOf = () =>
    eventually(() => {
      expect(lines).toHaveLength(1);
      return lines[0];
    });
  return { origin, arrived, lineOf };
};

it("logs at most 256 characters of a path, so that long paths cannot wash out the log", async () => {
  const { origin, lineOf } = await startApp();
  await fetch(`${origin}/${"a".repeat(10_000)}`);
  const { path } = (await lineOf())?.fields ?? {};
  expect(path).toBe(`/${"a".repeat(255)}`);
});

it("logs one line per request with its id and path, without the query", async () => {
  const { origin, lineOf } = await startApp();
  const response = await fetch(`${origin}/reset-password?token=canary-secret`);
  const line = await lineOf();
  expect(line).toMatchObject({
    level: "info",
    fields: {
      requestId: response.headers.get("x-request-id"),
      method: "GET",
      path: "/reset-password",
      status: 200,
    },
  });
  expect(JSON.stringify(line)).not.toContain("canary");
});

it("logs status 499 when the client disconnects before the response", async () => {
  const { origin, arrived, lineOf } = await startApp();
  const leaving = new AbortController();
  const answer = fetch(`${origin}/hangs`, { signal: leaving.signal }).catch(() => undefined);
  await eventually(() => expect(arrived).toEqual(["/hangs"]));
  leaving.abort();
  expect(await answer).toBeUndefined();
  expect((await lineOf())?.fields["status"]).toBe(499);
});

it("logs health requests at debug level", async () => {
  const { origin, lineOf } = await startApp();
  await fetch(`${origin}/readyz`);
  expect((await lineOf())?.level).toBe("debug");
});

const clientTrace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

async function traceOf(trustsTraces: boolean, traceparent: string): Promise<unknown> {
  const { origin } = await startApp({ trustsTraces });
  const response = await fetch(`${origin}/trace`, { headers: { traceparent } });
  return response.json();
}

it("continues a client's trace only when traces are trusted", async () => {
  expect(await traceOf(true, clientTrace)).toBe(clientTrace);
  expect(await traceOf(false, clientTrace)).toMatch(
    /^00-(?!0af7651916cd43dd)[\da-f]{32}-[\da-f]{16}-01$/,
  );
});

it("replaces an invalid traceparent, trusted or not", async () => {
  expect(await traceOf(true, "00-canary")).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
});
