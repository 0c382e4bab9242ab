import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server } from "node:http";
import { request } from "node:http";
import type { Socket } from "node:net";
import { eventually } from "@orbline/kit/testing/eventually";
import { testEngines } from "@orbline/kit/testing/engines";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { maxLongResponses } from "../src/guards/slow-readers.ts";
import { maxProviderRequests } from "../src/guards/provider-requests.ts";
import { type Harness, startHarness } from "./harness.ts";
import { openSocket } from "./raw.ts";

let gateway: Harness;
beforeAll(async () => {
  gateway = await startHarness(testEngines().redisUrl, { TRUSTED_PROXY_HOPS: "1" });
});
afterAll(() => gateway.stop());

const path = "/api/webhooks/stripe";
const signed = { "stripe-signature": "t=1,v1=00" };

/** An attacker's webhook that never completes its body. */
const startSlowWebhook = (address: string) => {
  const outgoing = request(`${gateway.origin}${path}`, {
    method: "POST",
    agent: false,
    headers: { ...signed, "x-forwarded-for": address, "content-length": 200_000 },
  });
  outgoing.on("error", () => undefined);
  outgoing.write("{");
  onTestFinished(() => void outgoing.destroy());
  const status = new Promise<number | undefined>((resolve) => {
    outgoing.on("response", (incoming: IncomingMessage) => resolve(incoming.resume().statusCode));
  });
  return { status, stop: () => outgoing.destroy() };
};

const sendWebhook = (address: string) =>
  gateway.send({
    method: "POST",
    path,
    headers: { ...signed, "x-forwarded-for": address },
    body: "{}",
  });

describe("a client that sends webhooks slowly", () => {
  it("does not keep the payment provider from delivering its webhooks", async () => {
    const before = gateway.upstream.requests();
    // More unfinished bodies than the service has places.
    for (let client = 0; client < 6; client += 1)
      for (let call = 0; call < maxProviderRequests; call += 1)
        startSlowWebhook(`203.0.113.${client}`);
    for (let call = 0; call < 5; call += 1)
      expect((await sendWebhook("198.51.100.1")).status).toBe(200);
    expect(gateway.upstream.requests()).toBe(before + 5);
  });

  it("gets 429 for more than a few at once, until one of them ends", async () => {
    const address = "203.0.113.100";
    const slow = Array.from({ length: maxProviderRequests }, () => startSlowWebhook(address));
    await eventually(async () => expect((await sendWebhook(address)).status).toBe(429));
    const refused = await sendWebhook(address);
    expect(refused.json()).toMatchObject({ code: "rate.concurrent" });
    expect(refused.headers["retry-after"]).toBe("1");
    expect((await sendWebhook("198.51.100.1")).status).toBe(200);
    slow[0]?.stop();
    await eventually(async () => expect((await sendWebhook(address)).status).toBe(200));
  });

  it("gets 400 at once without a signature, and reaches no service", async () => {
    const before = gateway.upstream.requests();
    const answer = await gateway.send({ method: "POST", path, body: "{}" });
    expect([answer.status, answer.json()["code"]]).toEqual([400, "credential.missing"]);
    expect(gateway.upstream.requests()).toBe(before);
  });
});

describe("a client that reads long responses slowly", () => {
  /** Requests as many responses as a sender may have in flight and reads none. Returns a function that closes them. */
  const readSlowly = async (target: string, headers: Record<string, string>) => {
    const body = Buffer.alloc(8_000_000);
    gateway.upstream.behave((incoming, outgoing) => {
      outgoing.end(incoming.url === target ? body : "{}");
    });
    const before = gateway.upstream.requests();
    const lines = Object.entries({ host: "a", ...headers }).map(
      ([name, text]) => `${name}: ${text}`,
    );
    const slow = Array.from({ length: maxLongResponses }, () => openSocket(gateway.origin));
    for (const { socket } of slow) {
      socket.pause();
      socket.write(`GET ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    }
    await eventually(() => expect(gateway.upstream.requests()).toBe(before + maxLongResponses));
    return () => {
      for (const { socket } of slow) socket.destroy();
      gateway.upstream.echo();
    };
  };
  const statusOf = async (target: string, headers: Record<string, string>) =>
    (await gateway.send({ path: target, headers })).status;

  it("may have eight responses of the record log in flight, while other clients are served", async () => {
    const attacker = { "x-forwarded-for": "203.0.113.30" };
    const stop = await readSlowly("/api/record/leaves", attacker);
    const refused = await gateway.send({ path: "/api/record/heads", headers: attacker });
    expect([refused.status, refused.json()["code"]]).toEqual([429, "rate.concurrent"]);
    expect(await statusOf("/api/record/heads", { "x-forwarded-for": "198.51.100.2" })).toBe(200);
    expect(await statusOf("/api/plans", attacker)).toBe(200);
    stop();
    await eventually(async () => expect(await statusOf("/api/record/heads", attacker)).toBe(200));
  });

  it("may have eight exports in flight, with however many accounts", async () => {
    const attacker = { "x-forwarded-for": "203.0.113.31" };
    const { cookie } = await gateway.signIn("user", "slow-exporter");
    const other = await gateway.signIn("user", "another-exporter");
    const url = "/api/user/export";
    const stop = await readSlowly(url, { cookie, ...attacker });
    expect(await statusOf(url, { cookie: other.cookie, ...attacker })).toBe(429);
    const elsewhere = { cookie: other.cookie, "x-forwarded-for": "198.51.100.4" };
    expect(await statusOf(url, elsewhere)).toBe(200);
    stop();
  });

  it("may have eight lists of its user in flight, from any number of addresses", async () => {
    const { cookie } = await gateway.signIn("user", "slow-reader");
    const other = await gateway.signIn("user", "another-reader");
    const stop = await readSlowly("/api/ledger", { cookie });
    const elsewhere = { cookie, "x-forwarded-for": "198.51.100.3" };
    expect(await statusOf("/api/predictions", elsewhere)).toBe(429);
    expect(await statusOf("/api/predictions", { cookie: other.cookie })).toBe(200);
    stop();
    await eventually(async () => expect(await statusOf("/api/predictions", elsewhere)).toBe(200));
  });
});

describe("a client that pipelines and does not read", () => {
  it("gets one response prepared at a time, and others are served meanwhile", async () => {
    const body = Buffer.alloc(32_000_000);
    gateway.upstream.behave((incoming, outgoing) => {
      outgoing.end(incoming.url?.includes("?greedy") ? body : "{}");
    });
    const before = gateway.upstream.requests();
    const greedy = openSocket(gateway.origin);
    greedy.socket.pause();
    greedy.socket.write("GET /api/plans?greedy HTTP/1.1\r\nhost: a\r\n\r\n".repeat(15));
    await eventually(() => expect(gateway.upstream.requests()).toBe(before + 1));
    const others = 20;
    for (let call = 0; call < others; call += 1)
      expect((await gateway.send({ path: "/api/plans" })).status).toBe(200);
    expect(gateway.upstream.requests()).toBe(before + 1 + others);
    greedy.socket.destroy();
    gateway.upstream.echo();
  });

  it("is disconnected when it sends more requests than can wait", async () => {
    gateway.upstream.behave(() => undefined);
    const greedy = openSocket(gateway.origin);
    const closed = new Promise((resolve) => greedy.socket.once("close", resolve));
    greedy.socket.write("GET /api/plans HTTP/1.1\r\nhost: a\r\n\r\n".repeat(200));
    await closed;
    gateway.upstream.echo();
    expect((await gateway.send({ path: "/api/plans" })).status).toBe(200);
  });
});

describe("a client that sends two Host headers", () => {
  it("gets 400, because a proxy in front could read the other one", async () => {
    const client = openSocket(gateway.origin);
    client.socket.write("GET /api/plans HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n");
    expect(await client.until('"code":"host.repeated"')).toContain("HTTP/1.1 400 ");
    client.socket.destroy();
  });
});

/** The gateway's HTTP server, which Node names at each request. */
const gatewayServer = async () => {
  const found = new Promise<Server>((resolve) => {
    const take = (message: unknown) => resolve((message as { server: Server }).server);
    subscribe("http.server.request.start", take);
    onTestFinished(() => void unsubscribe("http.server.request.start", take));
  });
  await gateway.send({ path: "/api/plans" });
  return found;
};

it("cuts a client whose headers or body take longer than the limits of ten and thirty seconds, here shorter ones", async () => {
  const server = await gatewayServer();
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 30_000]);
  Object.assign(server, { headersTimeout: 500, requestTimeout: 3_000 });
  onTestFinished(
    () => void Object.assign(server, { headersTimeout: 10_000, requestTimeout: 30_000 }),
  );
  const [headers, body] = [openSocket(gateway.origin), openSocket(gateway.origin)];
  headers.socket.write("GET /api/plans HTTP/1.1\r\nhost: a\r\n");
  const startedAt = performance.now();
  const head = ["POST /api/login HTTP/1.1", "host: a", "content-type: application/json"];
  body.socket.write(`${[...head, "content-length: 5"].join("\r\n")}\r\n\r\n{`);
  const endOf = (socket: Socket) =>
    new Promise<number>((resolve) => {
      socket.on("close", () => resolve((performance.now() - startedAt) / 1_000));
    });
  const [headersEnd, bodyEnd] = await Promise.all([endOf(headers.socket), endOf(body.socket)]);
  expect([headersEnd > 0.4, bodyEnd > 2.9]).toEqual([true, true]);
  for (const { received } of [headers, body]) expect(received()).toContain("HTTP/1.1 408 ");
});

describe("a request that Node refuses by itself", () => {
  it.each([
    ["without a Host header gets 400", "HTTP/1.1\r\n", "400", '"code":"host.missing"'],
    ["of HTTP/0.9 gets 400", "HTTP/0.9\r\nhost: a\r\n", "400", '"code":"http.version"'],
    ["of HTTP/2 in plain text gets 400", "HTTP/2.0\r\nhost: a\r\n", "400", '"code":"http.version"'],
    ["with an unknown expectation is served", "HTTP/1.1\r\nhost: a\r\nexpect: x\r\n", "200", "{"],
  ])("%s, with our headers", async (_what, rest, status, content) => {
    const client = openSocket(gateway.origin);
    client.socket.write(`GET /api/plans ${rest}\r\n`);
    const answer = await client.until(content);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer.toLowerCase()).toContain("x-content-type-options: nosniff");
    client.socket.destroy();
  });
});
