import { Agent, get } from "node:http";
import express, { type Response } from "express";
import { expect, it } from "vitest";
import { listen } from "./server.ts";
import { eventually } from "../testing/eventually.ts";

const startServer = async () => {
  const waiting: Response[] = [];
  const app = express();
  app.get("/", (_request, response) => void waiting.push(response));
  const server = await listen(app, { host: "127.0.0.1", port: 0 });
  const agent = new Agent({ keepAlive: true });
  const status = new Promise<number | undefined>((resolve, reject) => {
    get({ port: server.port, agent }, (incoming) => {
      incoming.resume().on("end", () => resolve(incoming.statusCode));
    }).on("error", reject);
  });
  await eventually(() => expect(waiting).toHaveLength(1));
  return { server, waiting, status, agent };
};

it("responds to the request in flight before closing, then closes its kept-alive connection at once", async () => {
  const { server, waiting, status, agent } = await startServer();
  let closed = false;
  const closing = server.close({ drainMs: 120_000 }).then(() => (closed = true));
  await expect(fetch(`http://127.0.0.1:${server.port}`)).rejects.toThrow("fetch failed");
  expect(closed).toBe(false);
  for (const response of waiting) response.send("done");
  expect(await status).toBe(200);
  await closing;
  agent.destroy();
});

it("cuts off a request that does not end during closing", async () => {
  const { server, status, agent } = await startServer();
  await Promise.all([
    expect(status).rejects.toThrow("socket hang up"),
    server.close({ drainMs: 50 }),
  ]);
  agent.destroy();
});

it("closes connections after their next response while it drains, and still responds", async () => {
  const app = express();
  app.get("/", (_request, response) => void response.send("done"));
  const server = await listen(app, { host: "127.0.0.1", port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = () =>
    new Promise<string | undefined>((resolve, reject) => {
      get({ port: server.port, agent }, (incoming) => {
        incoming.resume().on("end", () => resolve(incoming.headers.connection));
      }).on("error", reject);
    });
  expect(await call()).toBe("keep-alive");
  const drained = server.drain({ timeoutMs: 60_000 });
  expect(await call()).toBe("close");
  await drained;
  await server.close();
  agent.destroy();
});
