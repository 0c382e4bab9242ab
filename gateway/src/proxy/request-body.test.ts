import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { eventually } from "@orbline/kit/testing/eventually";
import { streamBody } from "./request-body.ts";

const onTooLarge = () => undefined;
const setUp = () => {
  const request = new PassThrough({ highWaterMark: 1_024 }) as unknown as PassThrough &
    IncomingMessage;
  return { request, body: streamBody({ request, limit: 1_000_000, onTooLarge }) };
};

it("applies backpressure to a client whose body is not read, and delivers it completely", async () => {
  const { request, body } = setUp();
  let sent = 0;
  while (sent < 900_000 && request.write(Buffer.alloc(10_000))) {
    sent += 10_000;
    await new Promise(setImmediate);
  }
  expect(sent).toBeLessThan(200_000);
  expect(request.isPaused()).toBe(true);
  request.end();
  let received = 0;
  for await (const chunk of body) received += (chunk as Buffer).length;
  expect(received).toBe(sent + 10_000);
});

it("drains the rest of a body that the service no longer reads", async () => {
  const { request, body } = setUp();
  body.destroy();
  request.write(Buffer.alloc(500_000));
  request.end();
  await eventually(() => expect(request.readableEnded).toBe(true));
});
