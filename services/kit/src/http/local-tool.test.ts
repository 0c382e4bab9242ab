import express from "express";
import { request } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import type { AddressInfo } from "node:net";
import { refuseForeignPages } from "./local-tool.ts";

const startTool = async () => {
  const app = express().use(refuseForeignPages, (_request, response) => void response.send("open"));
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return (headers: Record<string, string>, method = "GET") =>
    new Promise<number | undefined>((resolve, reject) => {
      const outgoing = request({ port, method, headers }, (incoming) => {
        resolve(incoming.resume().statusCode);
      });
      outgoing.on("error", reject).end();
    });
};

it("opens a development tool by address and by a name without a domain only", async () => {
  const send = await startTool();
  for (const host of ["127.0.0.1:8120", "localhost:8120", "[::1]:8120", "stripe-sandbox:8110"])
    expect([host, await send({ host })]).toEqual([host, 200]);
  for (const host of ["evil.test", "127.0.0.1.evil.test:8120", "localhost.evil.test"])
    expect([host, await send({ host })]).toEqual([host, 403]);
});

it("refuses writes from another site to a development tool, and no reads", async () => {
  const send = await startTool();
  const foreign = { host: "127.0.0.1", "sec-fetch-site": "cross-site" };
  expect(await send(foreign)).toBe(200);
  expect(await send(foreign, "POST")).toBe(403);
  expect(await send({ ...foreign, "sec-fetch-site": "same-origin" }, "POST")).toBe(200);
  expect(await send({ host: "127.0.0.1" }, "POST")).toBe(200);
});
