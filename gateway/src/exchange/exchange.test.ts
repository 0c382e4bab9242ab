import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { eventually } from "@orbline/kit/testing/eventually";
import express from "express";
import { expect, it, onTestFinished } from "vitest";
import { atEnd, exchangeOf, setExchange } from "./exchange.ts";

const ids = { requestId: "one", traceparent: "", clientIp: "127.0.0.1", route: "page" };

const setUp = async () => {
  const arrived: string[] = [];
  const over: string[] = [];
  const app = express().use((request, response) => {
    const { path } = request;
    arrived.push(path);
    setExchange(response, { ...ids, path });
    atEnd(exchangeOf(response), () => over.push(path));
    if (path === "/answered") response.end("ok");
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined).resume();
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const ask = (...paths: string[]) =>
    client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join(""));
  return { ask, client, arrived, over };
};

it("requests sent ahead on a connection that breaks are all over, each once", async () => {
  const { ask, client, arrived, over } = await setUp();
  ask("/answered", "/first", "/second", "/third");
  await eventually(() => expect(arrived).toHaveLength(4));
  await eventually(() => expect(over).toEqual(["/answered"]));
  client.destroy();
  await eventually(() => expect(over).toEqual(["/answered", "/first", "/second", "/third"]));
});

it("what is noted when it is over is done at once", () => {
  const done: string[] = [];
  atEnd({ ...ids, path: "/", isOver: true }, () => done.push("late"));
  expect(done).toEqual(["late"]);
});
