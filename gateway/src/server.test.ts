import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { type AddressInfo, connect, type Socket } from "node:net";
import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { handleClientErrors, limitConnections } from "./server.ts";

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

/** A server with limits, how to connect to it, and the number of its connections. */
const startLimited = async (
  listener: RequestListener,
  limits: Parameters<typeof limitConnections>[1],
) => {
  const limited = createServer(listener);
  onTestFinished(limitConnections(limited, limits));
  await new Promise<void>((resolve) => limited.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    limited.close();
    limited.closeAllConnections();
  });
  const open = (path: string) => {
    const socket = connect((limited.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return socket;
  };
  const connections = () =>
    new Promise<number>((resolve) => limited.getConnections((_error, count) => resolve(count)));
  return { open, connections };
};

it("cuts a client that does not read its response, and no client that waits or reads", async () => {
  const waiting: ServerResponse[] = [];
  const part = Buffer.alloc(65_536);
  const { open, connections } = await startLimited(
    (request, response) => {
      if (request.url === "/wait") waiting.push(response);
      else Readable.from(Array.from({ length: 500 }, () => part)).pipe(response);
    },
    { maxConnections: 10, maxConnectionsPerClient: 10, stalledMs: 500 },
  );
  let read = 0;
  open("/large").on("data", (chunk) => (read += chunk.length));
  const patient = open("/wait");
  let received = "";
  patient.on("data", (chunk) => (received += chunk.toString()));
  open("/large").pause();
  await eventually(async () => expect(await connections()).toBe(3));
  await eventually(async () => expect(await connections()).toBe(2));
  await eventually(() => expect(read).toBeGreaterThan(32_000_000));
  for (const response of waiting) response.end("served");
  await eventually(() => expect(received).toContain("served"));
});

it.each([
  ["in all", { maxConnections: 2, maxConnectionsPerClient: undefined }],
  ["of one client", { maxConnections: 10, maxConnectionsPerClient: 2 }],
])(
  "closes connections beyond the limit %s at once, and takes new ones later",
  async (_what, limits) => {
    const { open, connections } = await startLimited((_request, response) => {
      response.end("fine");
    }, limits);
    const served = async (socket: Socket) => {
      let received = "";
      socket.on("data", (chunk) => (received += chunk.toString()));
      await eventually(() => expect(received.includes("fine") || socket.destroyed).toBe(true));
      return received.includes("fine");
    };
    const [one, two] = [open("/"), open("/")];
    expect([await served(one), await served(two)]).toEqual([true, true]);
    expect(await served(open("/"))).toBe(false);
    one.destroy();
    await eventually(async () => expect(await connections()).toBe(1));
    expect(await served(open("/"))).toBe(true);
  },
);
