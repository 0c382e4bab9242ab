import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { createLogger } from "@orbline/kit/observability/logger";
import { expect, it, onTestFinished } from "vitest";
import { leakedPasswords } from "./leaked-passwords.ts";

/** Lines as the service sends them for the prefix of "P@ssw0rd", with one line of padding. */
const range = [
  "0018A45C4D1DEF81644B54AB7F969B88D65:10",
  "2DC183F740EE76F27B78EB39C8AD972A757:52579",
  "FE6BF8C7F6A3D8F0C7E1E4F2A9F1C3D5B7A:0",
].join("\r\n");

type Answer = (response: ServerResponse) => unknown;

/** A look-up at a service that answers so, with its requests and the log lines. */
async function startService(answer: Answer) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(response);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close().closeAllConnections();
  });
  const lines: string[] = [];
  const stream = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  const logger = createLogger({ service: "test", level: "info", stream });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { isLeaked: leakedPasswords({ url, logger }), requests, lines };
}

it("finds a leaked password, and sends five digits of its hash only", async () => {
  const { isLeaked, requests, lines } = await startService((response) => response.end(range));
  expect(await isLeaked("P@ssw0rd")).toBe(true);
  expect(requests.map(({ method, url }) => [method, url])).toEqual([["GET", "/range/21BD1"]]);
  expect(requests[0]?.headers["add-padding"]).toBe("true");
  expect(lines).toEqual([]);
});

it("accepts a password of which the range has no line", async () => {
  const { isLeaked } = await startService((response) => response.end(range));
  expect(await isLeaked("Correct-horse-1")).toBe(false);
});

it("accepts a password whose line is padding", async () => {
  const { isLeaked } = await startService((response) =>
    response.end(range.replaceAll(/:\d+/g, ":0")),
  );
  expect(await isLeaked("P@ssw0rd")).toBe(false);
});

it.each<[string, Answer]>([
  ["responds 503", (response) => response.writeHead(503).end(range)],
  ["redirects", (response) => response.writeHead(302, { location: "/range/21BD1" }).end()],
  ["closes the connection", (response) => response.destroy()],
  ["never answers", () => undefined],
  ["never ends its answer", (response) => response.write(range)],
])("lets a password pass within two seconds and logs it when the service %s", async (_, answer) => {
  const { isLeaked, lines } = await startService(answer);
  const startedAt = performance.now();
  expect(await isLeaked("P@ssw0rd")).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("cannot be looked up");
  expect(lines[0]).not.toMatch(/P@ssw0rd|2DC183F7/);
});

it("asks nothing without an address", async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  expect(await leakedPasswords({ url: "", logger })("P@ssw0rd")).toBe(false);
});
