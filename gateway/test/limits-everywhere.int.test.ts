import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testEngines } from "@orbline/kit/testing/engines";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Harness, startHarness } from "./harness.ts";

const script = `console.log("${"orbline ".repeat(100)}");`;
let root: string;
let gateway: Harness;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "orbline-limits-"));
  writeFileSync(join(root, "index.html"), "<html></html>");
  mkdirSync(join(root, ".pages"));
  writeFileSync(
    join(root, ".pages/paths.json"),
    JSON.stringify(["/", "/auth", "/welcome", "/history", "/admin"]),
  );
  writeFileSync(join(root, "app.js"), script);
  gateway = await startHarness(testEngines().redisUrl, {
    WEB_ROOT: root,
  });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(root, { recursive: true });
});

const file = (headers: Record<string, string>) => gateway.send({ path: "/app.js", headers });

it("gives each encoding of a file its own ETag", async () => {
  const encodings = ["br", "gzip", "identity"];
  const tags: string[] = [];
  for (const encoding of encodings) {
    const answer = await file({ "accept-encoding": encoding });
    expect(answer.headers["content-encoding"] ?? "identity").toBe(encoding);
    tags.push(String(answer.headers["etag"]));
  }
  expect(new Set(tags).size).toBe(3);
  const [brotli = "", gzip = ""] = tags;
  const status = async (tag: string, encoding: string) =>
    (await file({ "if-none-match": tag, "accept-encoding": encoding })).status;
  expect(await status(`"other", W/${brotli}`, "br")).toBe(304);
  expect(await status(gzip, "br")).toBe(200);
  expect(await status(brotli, "identity")).toBe(200);
});

it("ignores Accept, Accept-Encoding and If-None-Match headers that are longer than browsers send", async () => {
  const accept = Array(1_000).fill("text/html").join(",");
  const redirect = await gateway.send({ path: "/welcome/", headers: { accept } });
  expect([redirect.status, redirect.headers["content-type"]]).toEqual([
    301,
    "text/plain; charset=utf-8",
  ]);
  const encodings = await file({ "accept-encoding": Array(2_000).fill("br").join(",") });
  expect(encodings.headers["content-encoding"]).toBeUndefined();
  const etag = String((await file({})).headers["etag"]);
  const tags = await file({ "if-none-match": `${'"other",'.repeat(200)}${etag}` });
  expect(tags.status).toBe(200);
});

it("limits pages and files together, without the API and health", async () => {
  const limited = await startHarness(testEngines().redisUrl, {
    WEB_ROOT: root,
    RATE_FILES_PER_MINUTE: "3",
  });
  const status = async (path: string) => (await limited.send({ path })).status;
  expect(await status("/app.js")).toBe(200);
  expect(await status("/welcome")).toBe(200);
  expect(await status("/missing.js")).toBe(404);
  const refused = await limited.send({ path: "/app.js" });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.headers["x-content-type-options"]).toBe("nosniff");
  expect(await status("/healthz")).toBe(200);
  expect(await status("/api/plans")).toBe(200);
  await limited.stop();
});

it("limits pages more than files, because each is compressed for its client", async () => {
  const env = { WEB_ROOT: root, RATE_PAGES_PER_MINUTE: "2" };
  const limited = await startHarness(testEngines().redisUrl, env);
  const status = async (path: string) => (await limited.send({ path })).status;
  expect(await status("/welcome")).toBe(200);
  expect(await status("/no-such-page")).toBe(404);
  expect(await status("/welcome")).toBe(429);
  expect(await status("/app.js")).toBe(200);
  await limited.stop();
});

it("limits all requests of a client together, and refuses further ones after a second", async () => {
  const limited = await startHarness(testEngines().redisUrl, {
    TRUSTED_PROXY_HOPS: "1",
    RATE_GENERAL_PER_MINUTE: "1",
    RATE_FILES_PER_MINUTE: "2",
    RATE_WEBHOOK_PER_MINUTE: "1",
  });
  const from = (address: string) => ({ "x-forwarded-for": address });
  const send = (path: string, address = "203.0.113.1") =>
    limited.send({ path, headers: from(address) });
  for (const expected of [200, 200, 200]) expect((await send("/healthz")).status).toBe(expected);
  for (const expected of [400, 400, 400]) expect((await send("/..")).status).toBe(expected);
  const startedAt = performance.now();
  const refusals = ["/healthz", "/..", "/api/plans"].map((path) => send(path));
  expect((await send("/api/plans", "203.0.113.2")).status).toBe(200);
  for (const { status, headers } of await Promise.all(refusals)) {
    expect([status, headers["content-length"]]).toEqual([429, "0"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
  expect(performance.now() - startedAt).toBeGreaterThan(990);
  await limited.stop();
});

it("counts calls of unknown paths and methods against the limit", async () => {
  const limited = await startHarness(testEngines().redisUrl, { RATE_GENERAL_PER_MINUTE: "2" });
  const status = async (path: string) => (await limited.send({ path })).status;
  expect(await status("/api/nowhere")).toBe(404);
  expect(await status("/api/login")).toBe(405);
  expect(await status("/api/nowhere")).toBe(429);
  expect(await status("/api/login")).toBe(429);
  expect(await status("/api/plans")).toBe(429);
  await limited.stop();
});
