import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { handleClientErrors } from "./server.ts";

const server = createServer({ maxHeaderSize: 1_024 }, (_request, response) => {
  response.end("fine");
});
handleClientErrors(server);

beforeAll(
  () =>
    new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    }),
);
afterAll(() => void server.close());

/** Sends bytes unchanged and resolves with all received bytes once the connection has ended. */
const exchange = (bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("close", () => resolve(answer));
    socket.write(bytes);
  });

it.each([
  [
    "two lengths",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n",
    400,
  ],
  ["not HTTP at all", "\u0016\u0003\u0001\r\n\r\n", 400],
  ["huge headers", `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${"a".repeat(4_000)}\r\n\r\n`, 431],
])("refuses a request with %s in JSON", async (_what, bytes, status) => {
  const answer = await exchange(bytes);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain("content-type: application/json");
  expect(JSON.parse(body)).toEqual({
    message: expect.any(String),
    code: expect.any(String),
    requestId: expect.stringMatching(/^[\w-]{36}$/),
  });
});

it("writes nothing to a connection that has already had a response", async () => {
  const good = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  const answer = await exchange(`${good}nonsense\r\n\r\n`);
  expect(answer.match(/HTTP\/1\.1 /g)?.length ?? 0).toBeLessThanOrEqual(1);
});
