import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Response } from "express";
import { expect, it, onTestFinished } from "vitest";
import { endCoalesced, jsonBytes, sendJsonBytes, sendJsonText } from "./fast-path.ts";

const serve = async (answer: (response: ServerResponse) => void): Promise<string> => {
  const server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

it("writes coalesced responses at the end of the event loop turn, each with its own bytes", async () => {
  const waiting: ServerResponse[] = [];
  const bodies = [Buffer.from("first"), Buffer.from([0, 128, 255]), Buffer.from("Zoë ✓")];
  let ended: boolean[] = [];
  const origin = await serve((response) => {
    if (waiting.push(response) < bodies.length) return;
    for (const [index, body] of bodies.entries())
      endCoalesced(waiting[index] ?? response, body.toString("latin1"), "latin1");
    ended = waiting.map(({ writableEnded }) => writableEnded);
  });
  const answers = await Promise.all(
    bodies.map(async () => Buffer.from(await (await fetch(origin)).arrayBuffer())),
  );
  expect(ended).toEqual([false, false, false]);
  expect(answers.map((body) => body.toString("hex")).toSorted()).toEqual(
    bodies.map((body) => body.toString("hex")).toSorted(),
  );
});

it("sends the other coalesced responses when one client has disconnected", async () => {
  const waiting: ServerResponse[] = [];
  const errors: Error[] = [];
  const origin = await serve((response) => {
    response.on("error", (error) => errors.push(error));
    if (waiting.push(response) < 2) return;
    for (const each of waiting) endCoalesced(each, "here", "utf8");
    waiting[0]?.destroy();
  });
  const [left, stayed] = await Promise.allSettled([fetch(origin), fetch(origin)]);
  const settled = [left, stayed].map(({ status }) => status).toSorted();
  expect(settled).toEqual(["fulfilled", "rejected"]);
  expect(errors).toEqual([]);
});

it.each([
  { sent: "text", send: (to: Response) => sendJsonText(to, JSON.stringify("Zoë −5 ✓")) },
  { sent: "bytes", send: (to: Response) => sendJsonBytes(to, jsonBytes("Zoë −5 ✓")) },
])("sends JSON as $sent with its length in UTF-8", async ({ send }) => {
  const answer = await fetch(await serve((response) => send(response as Response)));
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("content-length")).toBe("15");
  expect(await answer.json()).toBe("Zoë −5 ✓");
});
