import { pbkdf2 } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { freePort, isOpen } from "@orbline/engines/ports";
import express from "express";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { listen } from "./server.ts";
import { eventually } from "../testing/eventually.ts";

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "orbline-held-"))));
afterAll(() => rmSync(folder, { recursive: true }));

const get = (socketPath: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request({ socketPath, path: "/" }, (incoming) => resolve(text(incoming)))
      .once("error", reject)
      .end();
  });

const app = () => express().get("/", (_request, response) => response.send("here"));

/** Keeps the file system threads so busy that a file is created long after the port is open. */
const keepFilesWaiting = () => {
  const hash = promisify(pbkdf2);
  const jobs = Array.from({ length: 64 }, () => hash("word", "salt", 10_000, 64, "sha512"));
  return Promise.all(jobs);
};

it("responds on the port only once the Unix socket listens too", async () => {
  const port = await freePort();
  const socketPath = join(folder, "run/slow.sock");
  const busy = keepFilesWaiting();
  const starting = listen(app(), { host: "127.0.0.1", port, socketPath });
  const answer = await eventually(() => fetch(`http://127.0.0.1:${port}`));
  expect(await Promise.all([answer.text(), get(socketPath)])).toEqual(["here", "here"]);
  const server = await starting;
  onTestFinished(() => server.close());
  await busy;
});

it("drops a held request whose client disconnected before the socket listens", async () => {
  const port = await freePort();
  const requested: string[] = [];
  const counting = express().get("/:path", ({ params }, response) => {
    requested.push(params.path);
    response.send("here");
  });
  const busy = keepFilesWaiting();
  const socketPath = join(folder, "run/left.sock");
  const starting = listen(counting, { host: "127.0.0.1", port, socketPath });
  await eventually(async () => expect(await isOpen(port)).toBe(true), { everyMs: 1 });
  const leaver = connect(port, "127.0.0.1");
  leaver.write("GET /left HTTP/1.1\r\nhost: here\r\n\r\n", () => leaver.destroy());
  await once(leaver, "close");
  await fetch(`http://127.0.0.1:${port}/stayed`);
  const server = await starting;
  onTestFinished(() => server.close());
  expect(requested).toEqual(["stayed"]);
  await busy;
});

it("cuts off held requests and fails to start when it cannot create the socket", async () => {
  const port = await freePort();
  const taken = join(folder, "a-file");
  writeFileSync(taken, "");
  const busy = keepFilesWaiting();
  const starting = listen(app(), {
    host: "127.0.0.1",
    port,
    socketPath: join(taken, "never.sock"),
  });
  const ask = async () => {
    await eventually(async () => expect(await isOpen(port)).toBe(true), { everyMs: 1 });
    return fetch(`http://127.0.0.1:${port}`);
  };
  await Promise.all([
    expect(starting).rejects.toThrow(/EEXIST|ENOTDIR/),
    expect(ask()).rejects.toThrow("fetch failed"),
  ]);
  await busy;
});
