import { brotliDecompressSync } from "node:zlib";
import { testEngines } from "@orbline/kit/testing/engines";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Harness, startHarness } from "./harness.ts";

let gateway: Harness;
beforeAll(async () => {
  gateway = await startHarness(testEngines().redisUrl);
});
afterAll(() => gateway.stop());

it("serves the OpenAPI document to everybody, and responds 304 to a client that has it", async () => {
  const address = `${gateway.origin}/api/openapi.json`;
  const document = await fetch(address);
  expect(document.status).toBe(200);
  expect(document.headers.get("x-content-type-options")).toBe("nosniff");
  const { openapi, paths } = (await document.json()) as { openapi: string; paths: object };
  expect(openapi).toBe("3.1.1");
  expect(Object.keys(paths)).toContain("/api/login");

  const etag = String(document.headers.get("etag"));
  expect((await fetch(address, { headers: { "if-none-match": etag } })).status).toBe(304);
});

it("compresses the OpenAPI document", async () => {
  const headers = { "accept-encoding": "br" };
  const { body, headers: sent } = await gateway.send({ path: "/api/openapi.json", headers });
  expect(sent).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
  expect(JSON.parse(brotliDecompressSync(body).toString())).toHaveProperty("openapi", "3.1.1");
});

it("serves the OpenAPI document to GET and HEAD only", async () => {
  const address = `${gateway.origin}/api/openapi.json`;
  for (const method of ["POST", "DELETE", "OPTIONS"]) {
    const refused = await fetch(address, { method });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  }
  const head = await fetch(address, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

it("serves the contact for security reports, which expires in less than a year", async () => {
  const { status, headers, body } = await gateway.send({ path: "/.well-known/security.txt" });
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  const lines = body.toString().split("\n");
  expect(lines).toContain("Contact: mailto:security@127.0.0.1");
  const expires = lines.find((line) => line.startsWith("Expires: "))?.slice(9) ?? "";
  const inDays = (new Date(expires).getTime() - Date.now()) / 86_400_000;
  expect(inDays).toBeGreaterThan(30);
  expect(inDays).toBeLessThan(365);
});
