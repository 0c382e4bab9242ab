import { assertionHeader } from "@orbline/kit/auth";
import { testEngines } from "@orbline/kit/testing/engines";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../src/routes.ts";
import { type Harness, publicOrigin, startHarness } from "./harness.ts";

let gateway: Harness;

beforeAll(async () => {
  gateway = await startHarness(testEngines().redisUrl, {
    RATE_LOGIN_PER_MINUTE: "1000",
    RATE_REGISTER_PER_MINUTE: "1000",
    RATE_CHECKOUT_PER_MINUTE: "1000",
  });
});
afterAll(() => gateway.stop());

const json = { "content-type": "application/json" };

describe("headers of a request", () => {
  it("drops identity, internal, forwarding and assertion headers of the client", async () => {
    const forged = {
      "x-user-id": "1",
      "x-user-role": "admin",
      "x-internal-token": "x",
      "x-orbline-anything": "x",
      [assertionHeader]: "forged",
      "x-forwarded-for": "1.2.3.4",
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "https",
      forwarded: "for=1.2.3.4",
      via: "1.1 evil",
      "x-real-ip": "1.2.3.4",
      "x-client-ip": "1.2.3.4",
      "x-request-id": "mine",
      traceparent: `00-${"1".repeat(32)}-${"1".repeat(16)}-01`,
      cookie: "checkout=abc; other=1",
      connection: "keep-alive, x-hop",
      "x-hop": "1",
    };
    const { headers } = await gateway.seen({ path: "/api/plans", headers: forged });
    expect(Object.keys(headers).toSorted()).toEqual([
      "connection",
      "host",
      "traceparent",
      "x-client-ip",
      assertionHeader,
      "x-request-id",
    ]);
    expect(headers[assertionHeader]).not.toBe("forged");
    expect(headers["x-client-ip"]).toBe("127.0.0.1");
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers["traceparent"]).toMatch(/^00-(?!1{32})[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it("passes the checkout cookie only to calls that read it", async () => {
    const cookie = "a=1; __Host-checkout=abc; __Host-sid=x; xcheckout=2";
    const verification = { path: "/api/verify-subscription-status?session_id=1" };
    const { headers } = await gateway.seen({ ...verification, headers: { cookie } });
    expect(headers["cookie"]).toBe("__Host-checkout=abc");
    expect(
      (await gateway.seen({ path: "/api/plans", headers: { cookie } })).headers["cookie"],
    ).toBe(undefined);
  });

  it("forwards the headers that a service needs", async () => {
    const { headers, url, length } = await gateway.seen({
      method: "POST",
      path: "/api/login?x=1&x=%20",
      headers: {
        ...json,
        "user-agent": "test",
        accept: "application/json",
        expect: "100-continue",
      },
      body: "{}",
    });
    expect(url).toBe("/api/login?x=1&x=%20");
    expect(length).toBe(2);
    expect(headers).toMatchObject({ ...json, "user-agent": "test", accept: "application/json" });
  });

  it("forwards no headers about the sender on GET", async () => {
    const wishes = { "user-agent": "test", accept: "text/html", "accept-language": "de" };
    const { headers } = await gateway.seen({ path: "/api/plans", headers: wishes });
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(accept|user-agent|content-type)/)]),
    );
  });
});

const login = (headers: Record<string, string>) =>
  gateway.send({
    method: "POST",
    path: "/api/login",
    headers: { ...json, ...headers },
    body: "{}",
  });

describe("cross-site requests", () => {
  it.each([
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
    [{ origin: "https://evil.test" }],
    [{ origin: "null" }],
    [{ origin: `${publicOrigin}.evil.test` }],
    [{ "sec-fetch-site": "same-origin", origin: "https://evil.test" }],
  ])("responds 403 to a POST with %o", async (headers) => {
    const before = gateway.upstream.requests();
    const answer = await login(headers);
    expect(answer.status).toBe(403);
    expect(answer.json()["code"]).toBe("request.cross-site");
    expect(gateway.upstream.requests()).toBe(before);
  });

  it.each([
    [{}],
    [{ origin: publicOrigin, "sec-fetch-site": "same-origin" }],
    [{ "sec-fetch-site": "none" }],
  ])("forwards a POST with %o", async (headers) => {
    expect((await login(headers)).status).toBe(200);
  });

  it.each([
    [{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
    [{ "sec-fetch-site": "same-site", "sec-fetch-mode": "cors", origin: "https://evil.test" }],
    [
      {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "iframe",
      },
    ],
  ])("responds 403 to a GET and a HEAD with %o", async (headers) => {
    for (const method of ["GET", "HEAD"])
      expect((await gateway.send({ method, path: "/api/plans", headers })).status).toBe(403);
  });

  it("accepts links from other sites, and webhooks, which have their own credential", async () => {
    const link = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    const headers = {
      "sec-fetch-site": "cross-site",
      "stripe-signature": "t=1,v1=00",
    };
    const read = { path: "/api/plans", headers: { ...headers, ...link } };
    expect((await gateway.send(read)).status).toBe(200);
    const webhook = { method: "POST", path: "/api/webhooks/stripe", body: "x", headers };
    const seen = await gateway.seen(webhook);
    expect(seen.headers[assertionHeader]).toBeUndefined();
  });
});

describe("methods and paths", () => {
  it.each([
    "/api//user",
    "//evil.test/x",
    "/api/../user",
    "/a/..",
    "/api/%2e%2e/user",
    "/api/%2E./user",
    "/api%2fuser",
    "/api/user%2Fx",
    "/api/user%5c",
    "/api\\user",
    "/api/user%00",
    "/api/%252e%252e/user",
    "/api/%zz",
    "http://evil.test/api/user",
  ])("responds 400 to %s", async (path) => {
    const answer = await gateway.send({ path });
    expect(answer.status).toBe(400);
    expect(answer.json()["code"]).toBe("path.invalid");
  });

  it("allows dots and encoded slashes in a query", async () => {
    const { url } = await gateway.seen({ path: "/api/plans?next=%2F..%2F//" });
    expect(url).toBe("/api/plans?next=%2F..%2F//");
  });

  it.each([
    ["POST", "/api/user", "GET, HEAD, PATCH"],
    ["GET", "/api/login", "POST"],
    ["OPTIONS", "/api/login", "POST"],
    ["DELETE", "/api/admin/user/1/subscription", "GET, HEAD"],
    ["POST", "/auth", "GET, HEAD"],
    ["TRACE", "/", "GET, HEAD"],
    ["TRACE", "/assets/x.js", "GET, HEAD"],
    ["TRACE", "/healthz", "GET, HEAD"],
    ["TRACE", "/api/user", "GET, HEAD, PATCH"],
    ["TRACE", "/api/openapi.json", "GET, HEAD"],
  ])("responds 405 with the allowed methods to %s %s", async (method, path, allow) => {
    const answer = await gateway.send({ method, path });
    expect(answer.status).toBe(405);
    expect(answer.headers["allow"]).toBe(allow);
    expect(answer.json()["code"]).toBe("method.not-allowed");
  });

  it.each([
    ["GET", { "content-length": "2" }],
    ["GET", { "transfer-encoding": "chunked" }],
    ["DELETE", { "content-length": "2" }],
  ])("says that a %s with the headers %o must have no body", async (method, headers) => {
    const path = method === "GET" ? "/api/plans" : `/api/sessions/${"0".repeat(64)}`;
    const answer = await gateway.send({ method, path, headers, body: "{}" });
    expect([answer.status, answer.json()["message"]]).toEqual([
      400,
      `This ${method} request must not have a body.`,
    ]);
  });

  it.each([
    "/api",
    "/api/",
    "/api/unknown",
    "/api/user/",
    "/api/USER",
    "/api/admin/user//subscription",
    "/api/admin/user/a%20b/subscription",
  ])("responds 404 to the unknown path %s", async (path) => {
    const answer = await gateway.send({ path });
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers["content-type"]).toContain("application/json");
    expect(answer.json()["requestId"]).toBe(answer.headers["x-request-id"]);
  });

  it("forwards every route to its service for an allowed caller", async () => {
    const { cookie } = await gateway.signIn("admin");
    for (const { method, path, credentialHeader } of routes) {
      const target = path.replaceAll(/\{\w+\}/g, "abc");
      const headers = { cookie, ...(credentialHeader && { [credentialHeader]: "x" }) };
      const seen = await gateway.seen({ method, path: target, headers });
      expect(seen).toMatchObject({ method, url: target });
    }
  });
});

describe("responses", () => {
  it("have the security headers and forbid caching under /api", async () => {
    gateway.upstream.behave((_request, response) => {
      response.setHeader("set-cookie", "a=1");
      response.setHeader("x-powered-by", "express");
      response.setHeader("x-total-count", "3");
      response.setHeader("cache-control", "public, max-age=100");
      response.setHeader("content-security-policy", "default-src *");
      response.end("{}");
    });
    const { headers } = await gateway.send({ path: "/api/plans" });
    const signedIn = await gateway.send({ method: "POST", path: "/api/login" });
    gateway.upstream.echo();
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "strict-transport-security": expect.stringContaining("max-age=31536000"),
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cache-control": "no-store",
      "x-total-count": "3",
    });
    expect(headers["x-powered-by"]).toBeUndefined();
    expect(headers["set-cookie"]).toBeUndefined();
    expect(signedIn.headers["set-cookie"]).toEqual(["a=1"]);
  });

  it("serves health publicly in one word, and metrics and details on the internal port only", async () => {
    expect((await gateway.send({ path: "/healthz" })).json()).toEqual({ status: "ok" });
    expect((await gateway.send({ path: "/readyz" })).json()).toEqual({ status: "ok" });
    expect((await gateway.send({ path: "/metrics" })).status).toBe(404);
    const internal = (path: string) => fetch(`${gateway.internalOrigin}${path}`);
    expect(await (await internal("/readyz")).json()).toEqual({ notReady: [] });
    expect(await (await internal("/metrics")).text()).toContain('route="/api/plans",status="200"');
  });
});
