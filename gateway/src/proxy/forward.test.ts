import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen } from "@orbline/kit/http/server";
import { errorHandler } from "@orbline/kit/http/errors";
import { createLogger } from "@orbline/kit/observability/logger";
import { makeCertificate } from "@orbline/kit/testing/certificate";
import { eventually } from "@orbline/kit/testing/eventually";
import express from "express";
import { describe, expect, it, onTestFinished } from "vitest";
import { concurrencyLimit } from "./concurrency-limit.ts";
import { setExchange } from "../exchange/exchange.ts";
import { inFlightLimit } from "../guards/in-flight.ts";
import { forwarder, maxUnreadResponses } from "./forward.ts";
import { type Route, routes } from "../routes.ts";

const serve = async (listener: RequestListener) => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

type Steps = {
  /** Delays each request before it is forwarded. */
  admit?: () => Promise<unknown>;
  /** Delays the response of the service. */
  answered?: () => Promise<unknown>;
  socketPath?: string;
  /** Addresses of the service's replicas, instead of one that responds. */
  urls?: string[];
  /** Authority of the certificates of services. */
  ca?: Buffer;
};

const atOnce = () => Promise.resolve();

const long = "?long";
const longBody = Buffer.alloc(200_000, " ");
const bodyOf = ({ url }: IncomingMessage) => (url?.endsWith(long) ? longBody : "{}");

/** A forwarder with one slot. */
const setUp = async (
  path: string,
  { admit = atOnce, answered = atOnce, socketPath, urls, ca }: Steps = {},
) => {
  let requested = 0;
  let repeated = 0;
  const url = await serve((incoming, outgoing) => {
    requested += 1;
    incoming.resume().on("end", () => void answered().then(() => outgoing.end(bodyOf(incoming))));
  });
  const limit = concurrencyLimit({ limit: 1, onBusy: () => undefined });
  const { handle, close } = forwarder({
    urls: urls ?? [url],
    socketPath,
    ca,
    maxTimeoutMs: 30_000,
    limit,
    providerLimit: limit,
    countUnread: inFlightLimit({ max: maxUnreadResponses }),
    onRepeat: () => (repeated += 1),
  });
  onTestFinished(close);
  const route = routes.find((one) => one.path === path) as Route;
  let taken = 0;
  let left = 0;
  const app = express().use(async (incoming, response, next) => {
    const ids = { requestId: "one", traceparent: "", clientIp: "127.0.0.1" };
    setExchange(response, {
      ...ids,
      path,
      label: path,
      upstream: { route, assertion: undefined },
      fail: next,
      isOver: false,
      onEnd: [],
    });
    response.once("close", () => (left += 1));
    taken += 1;
    // No byte leaves the memory then, as to a client that reads nothing.
    if (incoming.headers["x-reads"] === "nothing")
      Object.assign(response.socket ?? {}, { _write: () => undefined, _writev: () => undefined });
    await admit();
    await handle(incoming, response, next);
  });
  app.use(errorHandler(createLogger({ service: "test", level: "silent" })));
  return {
    origin: await serve(app),
    requested: () => requested,
    repeated: () => repeated,
    taken: () => taken,
    left: () => left,
  };
};

/** A client that has sent one of two bytes; `status` resolves with the response. */
const startSlowPost = (url: string) => {
  const slow = request(url, { method: "POST", headers: { "content-length": 2 } });
  const status = new Promise((resolve) => {
    slow.on("response", (incoming) => resolve(incoming.resume().statusCode));
  });
  slow.write("{");
  return { status, finish: () => slow.end("}") };
};

it("releases the slot of a client that disconnects before its request is forwarded", async () => {
  let letThrough = () => undefined as void;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  const { origin, requested, taken, left } = await setUp("/api/plans", { admit: () => held });
  const leaving = request(`${origin}/api/plans`).on("error", () => undefined);
  leaving.end();
  await eventually(() => expect(taken()).toBe(1));
  leaving.destroy();
  await eventually(() => expect(left()).toBe(1));
  letThrough();
  expect((await fetch(`${origin}/api/plans`)).status).toBe(200);
  expect(requested()).toBe(1);
});

it("does not hold a slot while a client slowly sends a small body", async () => {
  const { origin, requested, taken } = await setUp("/api/logout");
  const slow = startSlowPost(`${origin}/api/logout`);
  await eventually(() => expect(taken()).toBe(1));
  const quick = await fetch(`${origin}/api/logout`, { method: "POST", body: "{}" });
  expect(quick.status).toBe(200);
  slow.finish();
  expect(await slow.status).toBe(200);
  expect(requested()).toBe(2);
});

it("refuses a request before reading its body when every slot is taken", async () => {
  let answer = () => undefined as void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const { origin, requested } = await setUp("/api/logout", { answered: () => held });
  const first = fetch(`${origin}/api/logout`, { method: "POST", body: "{}" });
  await eventually(() => expect(requested()).toBe(1));
  const second = startSlowPost(`${origin}/api/logout`);
  expect(await second.status).toBe(503);
  second.finish();
  answer();
  expect((await first).status).toBe(200);
  expect(requested()).toBe(1);
});

describe("a client that does not read", () => {
  /** Requests a long response and reads nothing of it. Resolves when the service is free again. */
  const openUnread = async ({ origin, requested }: Awaited<ReturnType<typeof setUp>>) => {
    const before = requested();
    const unread = request(`${origin}/api/plans${long}`, { headers: { "x-reads": "nothing" } });
    const closed = new Promise((resolve) => unread.once("error", resolve));
    unread.end();
    onTestFinished(() => void unread.destroy());
    await eventually(() => expect(requested()).toBe(before + 1));
    await eventually(async () => expect((await fetch(`${origin}/api/plans`)).status).toBe(200));
    return { isOpen: () => !unread.destroyed, closed };
  };

  it("holds no slot of the service with a response of usual length", async () => {
    const { isOpen } = await openUnread(await setUp("/api/plans"));
    expect(isOpen()).toBe(true);
  });

  it("is cut off when it leaves too many responses unread", async () => {
    const gateway = await setUp("/api/plans");
    const unread = [];
    for (let call = 0; call < maxUnreadResponses; call += 1) unread.push(await openUnread(gateway));
    expect(unread.every(({ isOpen }) => isOpen())).toBe(true);
    const { closed } = await openUnread(gateway);
    await closed;
  });
});

it("forwards to a Unix socket, and responds 503 while the socket is missing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orbline-proxy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const socketPath = join(folder, "billing.sock");
  const { origin } = await setUp("/api/plans", { socketPath });
  const first = await fetch(`${origin}/api/plans`);
  expect([first.status, await first.json()]).toEqual([
    503,
    expect.objectContaining({ code: "upstream.unavailable" }),
  ]);
  const service = createServer((_incoming, outgoing) => outgoing.end('{"by":"file"}'));
  await new Promise<void>((resolve) => service.listen(socketPath, resolve));
  onTestFinished(() => {
    service.close();
    service.closeAllConnections();
  });
  expect(await (await fetch(`${origin}/api/plans`)).json()).toEqual({ by: "file" });
});

/** A replica that responds, and counts the requests that arrive. `breaks`: it closes the connection instead. */
const startReplica = async ({ breaks = false, stops = false } = {}) => {
  const paths: string[] = [];
  const url = await serve((incoming, outgoing) => {
    paths.push(incoming.url ?? "");
    if (breaks) return void incoming.socket.destroy();
    if (stops) outgoing.shouldKeepAlive = false;
    incoming.resume().on("end", () => outgoing.end("{}"));
  });
  return { url, paths };
};

/** An address on which nothing listens. */
const deadUrl = async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
};

describe("a service with several replicas", () => {
  it("gets a POST at another replica when one cannot be reached", async () => {
    const live = await startReplica();
    const { origin } = await setUp("/api/logout", { urls: [await deadUrl(), live.url] });
    for (let call = 0; call < 6; call += 1) {
      const { status } = await fetch(`${origin}/api/logout?${call}`, {
        method: "POST",
        body: "{}",
      });
      expect(status).toBe(200);
    }
    expect(live.paths).toHaveLength(6);
  });

  it("never gets a POST twice, when a replica that has it breaks off", async () => {
    const [broken, live] = [await startReplica({ breaks: true }), await startReplica()];
    const { origin } = await setUp("/api/logout", { urls: [broken.url, live.url] });
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1) {
      const response = await fetch(`${origin}/api/logout?${call}`, { method: "POST", body: "{}" });
      statuses.push(response.status);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 502]));
    const arrived = [...broken.paths, ...live.paths];
    expect(new Set(arrived).size).toBe(arrived.length);
    expect(arrived).toHaveLength(6);
  });

  it("gets a read again at another replica when the first breaks off before its response", async () => {
    const [broken, live] = [await startReplica({ breaks: true }), await startReplica()];
    const { origin, repeated } = await setUp("/api/plans", { urls: [broken.url, live.url] });
    for (let call = 0; call < 6; call += 1)
      expect((await fetch(`${origin}/api/plans`)).status).toBe(200);
    expect(broken.paths.length).toBeGreaterThan(0);
    expect(repeated()).toBe(broken.paths.length);
    expect(live.paths).toHaveLength(6);
  });

  it("gets no further requests at a replica that closes its connections", async () => {
    const [stopping, live] = [await startReplica({ stops: true }), await startReplica()];
    const { origin } = await setUp("/api/plans", { urls: [stopping.url, live.url] });
    for (let call = 0; call < 10; call += 1) await fetch(`${origin}/api/plans`);
    expect(stopping.paths).toHaveLength(1);
    expect(live.paths).toHaveLength(9);
  });
});

it("responds 502 to a read that the only replica breaks off twice", async () => {
  const broken = await startReplica({ breaks: true });
  const { origin } = await setUp("/api/plans", { urls: [broken.url] });
  expect((await fetch(`${origin}/api/plans`)).status).toBe(502);
  expect(broken.paths).toHaveLength(2);
});

it("forwards over TLS to a service with a certificate of its authority, and to no other", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orbline-upstream-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = makeCertificate(folder);
  const tls = { cert: readFileSync(files.cert), key: readFileSync(files.key) };
  const service = express().get("/api/plans", (_request, response) => void response.json({}));
  const { port, close } = await listen(service, { host: "127.0.0.1", port: 0, tls });
  onTestFinished(() => close());
  const urls = [`https://127.0.0.1:${port}`];
  const trusting = await setUp("/api/plans", { urls, ca: tls.cert });
  expect((await fetch(`${trusting.origin}/api/plans`)).status).toBe(200);
  const untrusting = await setUp("/api/plans", { urls });
  expect((await fetch(`${untrusting.origin}/api/plans`)).status).toBe(502);
});
