import type { Request, Response } from "express";
import { createProxyMiddleware } from "http-proxy-middleware";
import { expect, it } from "vitest";
import { checkTransport } from "./transport-check.ts";
import { undiciTransport } from "./undici-transport.ts";

const proxyWith = (plugins: (typeof undiciTransport)[]) =>
  createProxyMiddleware<Request, Response>({
    target: { protocol: "http:", host: "127.0.0.1", port: "1" },
    ejectPlugins: true,
    plugins,
  });

it("a proxy that hands requests to our transport may start", async () => {
  await expect(checkTransport(proxyWith([undiciTransport]))).resolves.toBeUndefined();
});

it("a proxy that sends requests itself may not start", async () => {
  const own = proxyWith([(proxy) => void proxy.on("error", () => undefined)]);
  await expect(checkTransport(own, { deadlineMs: 50 })).rejects.toThrow(
    "does not use the gateway's transport",
  );
});

it("a proxy in which another transport stands before ours may not start", async () => {
  const other: typeof undiciTransport = (proxy) => proxy.before("web", "", () => true);
  await expect(checkTransport(proxyWith([other, undiciTransport]))).rejects.toThrow(
    "does not use the gateway's transport",
  );
});
