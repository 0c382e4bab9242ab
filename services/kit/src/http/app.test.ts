import { Writable } from "node:stream";
import express from "express";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { assertionVerifier, type Caller } from "../auth.ts";
import { currentContext } from "../observability/context.ts";
import { errorMap } from "../error-map.ts";
import { AppError, type ErrorKind } from "../errors.ts";
import { adminOf, callerOf, createHttpApp, userOf } from "./app.ts";
import { type HttpServer, listen } from "./server.ts";
import { parseBody, parseParams, parseQuery } from "./parse.ts";
import { createLogger } from "../observability/logger.ts";
import { createMetrics } from "../observability/metrics.ts";
import { assertionFor, testKeys } from "../testing/keys.ts";

const audience = "test";
const lines: Record<string, unknown>[] = [];
const stream = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
    done();
  },
});
const logger = createLogger({ service: "test", level: "debug", stream });
let thrown: unknown;
let notReady: string[] = [];
let server: HttpServer;

const body = z.strictObject({ name: z.string() });
const app = createHttpApp({
  logger,
  metrics: createMetrics("test"),
  verify: assertionVerifier({ publicKey: testKeys.publicKey, audience }),
  notReady: () => notReady,
  unassertedRoutes: (router) => {
    router.post("/hook", express.raw({ type: "*/*" }), (request, response) => {
      response.json({ bytes: (request.body as Buffer).length });
    });
    router.post("/hook/fails", () => Promise.reject(new Error("secret")));
  },
  routes: (router) => {
    router.post("/things", (request, response) => void response.json(parseBody(body, request)));
    router.get("/things", (request, response) => {
      response.json(parseQuery(z.strictObject({ page: z.string().optional() }), request));
    });
    router.get("/things/:id", (request, response) => {
      response.json(parseParams(z.strictObject({ id: z.string().max(5) }), request));
    });
    router.get("/throws", () => Promise.reject(thrown));
    router.get("/who", (_request, response) => void response.json(callerOf(response)));
    router.get("/user", (_request, response) => void response.json(userOf(response)));
    router.get("/admin", (_request, response) => void response.json(adminOf(response)));
    router.get("/context", (_request, response) => void response.json(currentContext()));
    router.get("/half", (_request, response) => {
      response.write("half");
      throw new Error("too late");
    });
  },
});

beforeAll(async () => {
  server = await listen(app, { host: "127.0.0.1", port: 0 });
});
beforeEach(() => {
  lines.length = 0;
  notReady = [];
});
afterAll(() => server.close());

const anonymous: Caller = { kind: "anonymous" };
const user: Caller = { kind: "user", userId: "u1", role: "user", sessionId: "s" };
type Init = { method?: string; body?: string; headers?: Record<string, string> };
const call = async (path: string, init: Init = {}, caller: Caller | "none" = anonymous) => {
  const assertion = caller === "none" ? {} : assertionFor(caller, audience);
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    ...init,
    headers: { ...assertion, "x-request-id": "r-1", ...init.headers },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: readJson(text) };
};
const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const post = (text: string, type = "application/json") =>
  call("/things", { method: "POST", body: text, headers: { "content-type": type } });

it("accepts a body that is declared as UTF-8", async () => {
  for (const type of ["application/json; charset=utf-8", 'application/json;charset="UTF-8"'])
    expect((await post('{"name":"jo"}', type)).status).toBe(200);
});

it("returns a route's response without headers that name the software", async () => {
  const { status, json, headers } = await post('{"name":"jo"}');
  expect([status, json]).toEqual([200, { name: "jo" }]);
  expect(headers.get("x-powered-by")).toBeNull();
  expect(headers.get("etag")).toBeNull();
});

it.each([
  ["{bad", "application/json", 400, "body.invalid-json"],
  ['{"__proto__":{"a":1},"name":"x"}', "application/json", 400, "body.forbidden-key"],
  ['{"name":"jo"}', "text/plain", 415, "body.content-type"],
  ['{"name":"jo"}', "application/json; charset=nonsense", 415, "body.charset"],
  ['{"name":"jo"}', "application/json; charset=utf-7", 415, "body.charset"],
  ['{"name":"jo"}', 'application/json; charset="utf-16le"', 415, "body.charset"],
  ["name=jo", "application/x-www-form-urlencoded", 415, "body.content-type"],
  [`{"name":"${"x".repeat(1_000_000)}"}`, "application/json", 413, "body.too-large"],
  ['{"name":1}', "application/json", 400, "request.invalid"],
  ['{"name":"jo","role":"admin"}', "application/json", 400, "request.invalid"],
  ["", "application/json", 400, "request.invalid"],
])("refuses the body %.20s as %s with %i", async (text, type, status, code) => {
  const answer = await post(text, type);
  expect(answer.status).toBe(status);
  expect(answer.json).toMatchObject({ code, requestId: "r-1", message: expect.any(String) });
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

it.each([
  ["/things?page=1&page=2", 400, "query.repeated"],
  ["/things?__proto__=1", 400, "request.invalid"],
  ["/things?other=1", 400, "request.invalid"],
  ["/things/%ZZ", 400, "request.invalid"],
  ["/things/too-long", 400, "request.invalid"],
  ["/nowhere", 404, "route.not-found"],
  ["/THINGS", 404, "route.not-found"],
  ["/things/", 404, "route.not-found"],
])("responds to GET %s with %i", async (path, status, code) => {
  const answer = await call(path);
  expect(answer.status).toBe(status);
  expect(answer.json).toMatchObject({ code, requestId: "r-1" });
});

const visible = Object.entries(errorMap).filter(([kind]) => kind !== "internal");

it.each(visible)(
  "responds to an error of kind %s with the status of the error map",
  async (kind, { http }) => {
    const issues = [{ path: "name", message: "taken" }];
    thrown = new AppError(kind as ErrorKind, "thing.x", "Said so.", {
      issues,
      retryAfterSeconds: 3,
    });
    const { status, json, headers } = await call("/throws");
    expect(status).toBe(http);
    expect(json).toEqual({ code: "thing.x", message: "Said so.", requestId: "r-1", issues });
    expect(headers.get("retry-after")).toBe("3");
  },
);

it.each([
  ["an error", new Error("secret: hunter2")],
  [
    "a library's error with a status of its own",
    Object.assign(new Error("hunter2"), { status: 404 }),
  ],
  [
    "an internal error",
    new AppError("internal", "internal", "hunter2", { issues: [{ path: "hunter2", message: "" }] }),
  ],
  ["a text", "hunter2"],
  ["nothing", undefined],
])("responds with 500 and leaks nothing when a route throws %s", async (_what, value) => {
  thrown = value;
  const { status, text, json } = await call("/throws");
  expect(status).toBe(500);
  expect(json).toMatchObject({ code: "internal", requestId: "r-1" });
  expect(text).not.toContain("hunter2");
  expect(lines.map(({ level }) => level)).toContain("error");
});

it("responds with 503 when a dependency of a route is down", async () => {
  thrown = Object.assign(new Error("connect ECONNREFUSED 10.0.0.1"), { code: "ECONNREFUSED" });
  const { status, text, headers } = await call("/throws");
  expect(status).toBe(503);
  expect(headers.get("retry-after")).toBe("2");
  expect(text).not.toContain("10.0.0.1");
});

it("cuts a response off when its route fails halfway, and logs the error", async () => {
  await expect(call("/half")).rejects.toThrow("terminated");
  await expect.poll(() => lines).toHaveLength(2);
  expect(lines).toMatchObject([
    { level: "error", requestId: "r-1", err: { message: "too late" } },
    { level: "info", requestId: "r-1", cutOff: true },
  ]);
});

it("accepts only requests with the gateway's assertion", async () => {
  expect(await call("/who", {}, "none")).toMatchObject({ status: 401 });
  const forged = { "x-orbline-assertion": "x.y.z" };
  expect(await call("/who", { headers: forged }, "none")).toMatchObject({ status: 401 });
  expect(await call("/who", {}, user)).toMatchObject({ status: 200, json: user });
});

it("distinguishes anonymous callers, users and admins", async () => {
  const admin: Caller = { ...user, role: "admin" };
  expect(await call("/user")).toMatchObject({ status: 401, json: { code: "session.required" } });
  expect(await call("/user", {}, user)).toMatchObject({ status: 200 });
  expect(await call("/admin")).toMatchObject({ status: 401 });
  expect(await call("/admin", {}, user)).toMatchObject({ status: 403 });
  expect(await call("/admin", {}, admin)).toMatchObject({ status: 200 });
  expect(await call("/admin", {}, { ...user, role: "dashboard" })).toMatchObject({ status: 403 });
});

it("refuses an admin without a second factor with a code of its own", async () => {
  expect(await call("/admin", {}, { ...user, role: "unenrolled" })).toMatchObject({
    status: 403,
    json: { code: "enrollment_required" },
  });
});

it("leaves the body of an unasserted route unparsed and hides its failures too", async () => {
  const init = { method: "POST", body: '{"__proto__":', headers: { "content-type": "text/x" } };
  expect(await call("/hook", init, "none")).toMatchObject({ status: 200, json: { bytes: 13 } });
  const failed = await call("/hook/fails", { method: "POST" }, "none");
  expect(failed).toMatchObject({ status: 500, json: { code: "internal" } });
});

it("gives each request a context and one log line, and a new id unless it has a valid one", async () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const { json } = await call("/context", { headers: { traceparent } });
  expect(json).toEqual({ requestId: "r-1", traceparent });
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    requestId: "r-1",
    route: "/context",
    status: 200,
    level: "debug",
    msg: "request",
  });
  await call("/hook/fails", { method: "POST" }, "none");
  await expect
    .poll(() => lines)
    .toContainEqual(
      expect.objectContaining({ route: "/hook/fails", status: 500, level: "info", msg: "request" }),
    );
  const odd = await call("/context", { headers: { "x-request-id": "<x> y" } });
  expect(odd.json).toEqual({ requestId: expect.stringMatching(/^[\w-]{36}$/) as string });
  const long = await call("/context", { headers: { "x-request-id": "x".repeat(500) } });
  expect(long.json).toEqual({ requestId: expect.stringMatching(/^[\w-]{36}$/) as string });
});

it("serves liveness, readiness and metrics without an assertion", async () => {
  expect(await call("/healthz", {}, "none")).toMatchObject({ status: 200 });
  expect(await call("/readyz", {}, "none")).toMatchObject({ status: 200, json: { notReady: [] } });
  notReady = ["database"];
  expect(await call("/readyz", {}, "none")).toMatchObject({
    status: 503,
    json: { notReady: ["database"] },
  });
  const { text } = await call("/metrics", {}, "none");
  expect(text).toMatch(/^http_request_duration_seconds_count.*route="\/things"/m);
});

it("rejects when the port is taken", async () => {
  await expect(listen(app, { host: "127.0.0.1", port: server.port })).rejects.toThrow("EADDRINUSE");
});
