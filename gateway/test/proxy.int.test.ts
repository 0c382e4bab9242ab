import { createHash, randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { eventually } from "@orbline/kit/testing/eventually";
import { testEngines } from "@orbline/kit/testing/engines";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "./harness.ts";

let gateway: Harness;
/** A gateway that waits one second for a service; the other tests use the usual timeout. */
let impatient: Harness;

const limits = { RATE_LOGIN_PER_MINUTE: "1000", RATE_REGISTER_PER_MINUTE: "1000" };
beforeAll(async () => {
  const { redisUrl } = testEngines();
  gateway = await startHarness(redisUrl, limits);
  impatient = await startHarness(redisUrl, { ...limits, UPSTREAM_TIMEOUT_MS: "1000" });
});
afterAll(async () => {
  await impatient.stop();
  await gateway.stop();
});
afterEach(() => gateway.upstream.echo());

const json = { "content-type": "application/json" };
const register = { method: "POST", path: "/api/register", headers: json };

describe("bodies", () => {
  it("forwards the exact bytes of a webhook", async () => {
    const bytes = Buffer.concat([
      Buffer.from([0, 255, 254, 13, 10, 0xef, 0xbb, 0xbf]),
      Buffer.from('{ "a" : "\u00e9\u2028" }\r\n'),
      randomBytes(100_001),
    ]);
    const webhook = { method: "POST", path: "/api/webhooks/stripe" };
    const headers = { "stripe-signature": "t=1,v1=abc", "content-type": "application/json" };
    const whole = await gateway.seen({ ...webhook, headers, body: bytes });
    const chunked = await gateway.seen({
      ...webhook,
      headers,
      body: [bytes.subarray(0, 1), bytes.subarray(1, 70_000), bytes.subarray(70_000)],
    });
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(whole).toMatchObject({ sha256, length: bytes.length, headers });
    expect(chunked).toMatchObject({ sha256, length: bytes.length });
  });

  it("forwards the one-click form of a mail program, which has no session, to the call that unsubscribes", async () => {
    const seen = await gateway.seen({
      method: "POST",
      path: "/unsubscribe?token=usr_1.ab",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(seen).toMatchObject({ method: "POST", url: "/api/unsubscribe?token=usr_1.ab" });
  });

  it("forwards a body at the limit and responds 413 to one more byte", async () => {
    const limit = 16_384;
    const body = Buffer.alloc(limit, "a");
    expect((await gateway.seen({ ...register, body })).length).toBe(limit);
    const before = gateway.upstream.requests();
    const answer = await gateway.send({ ...register, body: Buffer.alloc(limit + 1, "a") });
    expect(answer.status).toBe(413);
    expect(answer.json()["code"]).toBe("body.too-large");
    expect(gateway.upstream.requests()).toBe(before);
  });

  it("responds 413 to a chunked body over the limit", async () => {
    let received = 0;
    let completed = false;
    gateway.upstream.behave((incoming) => {
      incoming.on("data", (chunk: Buffer) => (received += chunk.length));
      incoming.on("error", () => undefined);
      incoming.on("end", () => (completed = true));
    });
    const pieces = Array.from({ length: 32 }, () => Buffer.alloc(32_768, "a"));
    const answer = await gateway.send({ ...register, body: pieces });
    expect(answer.status).toBe(413);
    expect(answer.json()["code"]).toBe("body.too-large");
    expect(received).toBeLessThan(200_000);
    expect(completed).toBe(false);
  });

  it("keeps the connection usable after a refused body", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const pieces = Array.from({ length: 256 }, () => Buffer.alloc(65_536, "a"));
    expect((await gateway.send({ ...register, body: pieces, agent })).status).toBe(413);
    expect((await gateway.send({ path: "/api/plans", agent })).status).toBe(200);
    agent.destroy();
  });
});

describe("failures of a service", () => {
  it("responds 503 with Retry-After when a service is down", async () => {
    const broken = await startHarness(testEngines().redisUrl, {
      BILLING_URL: "http://127.0.0.1:1",
    });
    const answer = await broken.send({ path: "/api/plans" });
    expect(answer.status).toBe(503);
    expect(answer.headers["retry-after"]).toBe("1");
    expect(answer.json()).toMatchObject({
      code: "upstream.unavailable",
      requestId: answer.headers["x-request-id"],
    });
    await broken.stop();
  });

  it("responds 502 when the connection to a service breaks", async () => {
    gateway.upstream.behave((incoming) => incoming.socket.destroy());
    const answer = await gateway.send({ path: "/api/plans" });
    expect(answer.status).toBe(502);
    expect(answer.json()["code"]).toBe("upstream.failed");
    gateway.upstream.echo();
    expect((await gateway.send({ path: "/api/plans" })).status).toBe(200);
  });

  it("responds 502 when a service does not speak HTTP", async () => {
    gateway.upstream.behave((incoming) => incoming.socket.end("nonsense\r\n\r\n"));
    expect((await gateway.send({ path: "/api/plans" })).status).toBe(502);
  });

  it.each([
    ["GET", "/api/plans"],
    ["POST", "/api/register"],
  ])("responds 504 when a service is too slow and frees it: %s %s", async (method, path) => {
    let closed = false;
    impatient.upstream.behave((incoming, outgoing) => {
      incoming.resume();
      outgoing.on("close", () => (closed = true));
    });
    const body = method === "POST" ? { headers: json, body: "{}" } : {};
    const answer = await impatient.send({ method, path, ...body });
    expect(answer.status).toBe(504);
    expect(answer.json()["code"]).toBe("upstream.timeout");
    await eventually(() => expect(closed).toBe(true));
  });

  it("breaks the client's connection when a response stops halfway", async () => {
    impatient.upstream.behave((_incoming, outgoing) => {
      outgoing.setHeader("content-length", "100");
      outgoing.write("half");
    });
    await expect(impatient.send({ path: "/api/plans" })).rejects.toThrow(/aborted|hang up|reset/i);
  });
});

describe("streaming", () => {
  it("streams a response before it is complete", async () => {
    const later: (() => void)[] = [];
    gateway.upstream.behave((_incoming, outgoing) => {
      outgoing.write("first");
      later.push(() => outgoing.end("second"));
    });
    const response = await fetch(`${gateway.origin}/api/plans`);
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("first");
    for (const finish of later) finish();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("second");
  });

  it("aborts the request to the service when the client disconnects", async () => {
    let arrived = false;
    let closed = false;
    gateway.upstream.behave((_incoming, outgoing) => {
      arrived = true;
      outgoing.on("close", () => (closed = true));
    });
    // The timeout is 30 seconds, so an earlier end has another cause.
    const leaving = request(`${gateway.origin}/api/verify-price-ids`);
    leaving.on("error", () => undefined);
    leaving.end();
    await eventually(() => expect(arrived).toBe(true));
    leaving.destroy();
    await eventually(() => expect(closed).toBe(true));
  });
});
