import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { eventually } from "@orbline/kit/testing/eventually";
import express from "express";
import { expect, it, onTestFinished } from "vitest";
import { atEnd, type Exchange, exchangeOf, setExchange } from "./exchange.ts";

function newExchange(path: string): Exchange {
  const ids = { requestId: "one", traceparent: "", clientIp: "127.0.0.1", label: "page" };
  return { ...ids, path, fail: () => undefined, isOver: false, onEnd: [] };
}

const setUp = async () => {
  const arrived: string[] = [];
  const over: string[] = [];
  const app = express().use((request, response) => {
    const { path } = request;
    arrived.push(path);
    setExchange(response, newExchange(path));
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

it("ends every pipelined request exactly once when its connection breaks", async () => {
  const { ask, client, arrived, over } = await setUp();
  ask("/answered", "/first", "/second", "/third");
  await eventually(() => expect(arrived).toHaveLength(4));
  await eventually(() => expect(over).toEqual(["/answered"]));
  client.destroy();
  await eventually(() => expect(over).toEqual(["/answered", "/first", "/second", "/third"]));
});

it("calls back at once when the exchange is already over", () => {
  const done: string[] = [];
  atEnd({ ...newExchange("/"), isOver: true }, () => done.push("late"));
  expect(done).toEqual(["late"]);
});
