import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { eventually } from "@orbline/kit/testing/eventually";
import express from "express";
import { expect, it, onTestFinished } from "vitest";
import { exchangeOf } from "./exchange.ts";
import { observe } from "./observe.ts";

const startApp = async () => {
  const lines: { level: string; fields: Record<string, unknown> }[] = [];
  const log = (level: string) => (fields: Record<string, unknown>) => lines.push({ level, fields });
  const logger = { debug: log("debug"), info: log("info"), error: log("error") };
  const arrived: string[] = [];
  const app = express();
  app.use(observe({ logger: logger as unknown as Logger, metrics: createMetrics("test") }));
  app.use((request, response) => {
    arrived.push(request.path);
    exchangeOf(response).path = request.path;
    exchangeOf(response).route = request.path === "/readyz" ? "/readyz" : "page";
    if (request.path !== "/hangs") response.send("ok");
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

it("a request leaves one line with its id and path, never its query", async () => {
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

it("a client that left is told from one that was answered", async () => {
  const { origin, arrived, lineOf } = await startApp();
  const leaving = new AbortController();
  const answer = fetch(`${origin}/hangs`, { signal: leaving.signal }).catch(() => undefined);
  await eventually(() => expect(arrived).toEqual(["/hangs"]));
  leaving.abort();
  expect(await answer).toBeUndefined();
  expect((await lineOf())?.fields["status"]).toBe(499);
});

it("health requests do not fill the log", async () => {
  const { origin, lineOf } = await startApp();
  await fetch(`${origin}/readyz`);
  expect((await lineOf())?.level).toBe("debug");
});
