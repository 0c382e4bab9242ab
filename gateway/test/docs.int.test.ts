import { testEngines } from "@orbline/kit/testing/engines";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Harness, startHarness } from "./harness.ts";

let gateway: Harness;
beforeAll(async () => {
  gateway = await startHarness(testEngines().redisUrl);
});
afterAll(() => gateway.stop());

it("serves the description of its API to anybody, as OpenAPI and as a page", async () => {
  const document = await fetch(`${gateway.origin}/api/openapi.json`);
  expect(document.status).toBe(200);
  expect(document.headers.get("x-content-type-options")).toBe("nosniff");
  const { openapi, paths } = (await document.json()) as { openapi: string; paths: object };
  expect(openapi).toBe("3.1.1");
  expect(Object.keys(paths)).toContain("/api/login");

  const page = await fetch(`${gateway.origin}/api/docs`);
  expect([page.status, page.headers.get("content-type")]).toEqual([
    200,
    "text/html; charset=utf-8",
  ]);
  const html = await page.text();
  const [, nonce = ""] = /<style nonce="([^"]+)">/.exec(html) ?? [];
  expect(page.headers.get("content-security-policy")).toContain(`'nonce-${nonce}'`);
  expect(html).toContain("POST /api/login");
});

it("takes no other method there than a look", async () => {
  const answer = await fetch(`${gateway.origin}/api/docs`, { method: "POST" });
  expect(answer.status).toBe(404);
  expect((await fetch(`${gateway.origin}/api/docs`, { method: "HEAD" })).status).toBe(200);
});
