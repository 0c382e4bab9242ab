import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import express, { type Response } from "express";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { listen, listenAs } from "./server.ts";
import { socketPathOf } from "./server.ts";
import { eventually } from "../testing/eventually.ts";

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "orbline-sockets-"))));
afterAll(() => rmSync(folder, { recursive: true }));

const get = (socketPath: string, agent?: Agent): Promise<string> =>
  new Promise((resolve, reject) => {
    request({ socketPath, path: "/", agent }, (incoming) => resolve(text(incoming)))
      .once("error", reject)
      .end();
  });

const answers = (word: string) => express().get("/", (_request, response) => response.send(word));

const serve = async (word: string) => {
  const config = { HOST: "127.0.0.1", PORT: 0, SOCKET_DIR: join(folder, "run") };
  const server = await listenAs(word, answers(word), config);
  onTestFinished(() => server.close());
  return { server, path: socketPathOf(config.SOCKET_DIR, word) };
};

it("serves requests on its Unix socket, even when a killed process has left one", async () => {
  const { server, path } = await serve("one");
  expect(await get(path)).toBe("one");
  expect(await (await fetch(`http://127.0.0.1:${server.port}`)).text()).toBe("one");
  const left = socketPathOf(join(folder, "run"), "two");
  writeFileSync(left, "");
  await serve("two");
  expect(await Promise.all([get(left), get(path)])).toEqual(["two", "one"]);
});

/** A server on a Unix socket with a request in flight on a kept-alive connection. */
const startServer = async (name: string) => {
  const waiting: Response[] = [];
  const app = express().get("/", (_request, response) => void waiting.push(response));
  const socketPath = join(folder, `${name}.sock`);
  const server = await listen(app, { host: "127.0.0.1", port: 0, socketPath });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const answer = get(socketPath, agent);
  await eventually(() => expect(waiting).toHaveLength(1));
  return { socketPath, server, waiting, answer };
};

it("removes its socket and responds to the request in flight when closing", async () => {
  const { socketPath, server, waiting, answer } = await startServer("closing");
  let isClosed = false;
  const closing = server.close({ drainMs: 120_000 }).then(() => (isClosed = true));
  await expect(get(socketPath)).rejects.toThrow("ENOENT");
  await expect(fetch(`http://127.0.0.1:${server.port}`)).rejects.toThrow("fetch failed");
  expect([isClosed, existsSync(socketPath)]).toEqual([false, false]);
  for (const response of waiting) response.send("done");
  expect(await answer).toBe("done");
  await closing;
});

it("cuts off a request on the socket that does not end during closing", async () => {
  const { server, answer } = await startServer("stuck");
  await Promise.all([
    expect(answer).rejects.toThrow("socket hang up"),
    server.close({ drainMs: 50 }),
  ]);
});

it("allows only its own user to open the socket", async () => {
  const { path } = await serve("private");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("fails to start and leaves the socket alone when port or socket belong to another process", async () => {
  const { server, path } = await serve("held");
  const config = { HOST: "127.0.0.1", SOCKET_DIR: join(folder, "run") };
  const start = (PORT: number) => listenAs("held", answers("second"), { ...config, PORT });
  await expect(start(server.port)).rejects.toThrow("EADDRINUSE");
  await expect(start(0)).rejects.toThrow(`another process listens on ${path}`);
  expect(await get(path)).toBe("held");
});

it("creates no socket without a folder, and fails to start when it cannot create one", async () => {
  const config = { HOST: "127.0.0.1", PORT: 0 };
  const server = await listenAs("none", answers("none"), config);
  onTestFinished(() => server.close());
  expect(await (await fetch(`http://127.0.0.1:${server.port}`)).text()).toBe("none");
  const taken = join(folder, "a-file");
  writeFileSync(taken, "");
  await expect(listenAs("x", answers("x"), { ...config, SOCKET_DIR: taken })).rejects.toThrow(
    /EEXIST|ENOTDIR/,
  );
});
