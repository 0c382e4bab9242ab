import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { parseBody, readJson } from "./parse.ts";
import { errorHandler } from "./errors.ts";
import { createLogger } from "../observability/logger.ts";

const schema = z.strictObject({ name: z.string(), wanted: z.boolean().optional() });
const app = express();
app.use(readJson(1_000));
app.post("/", (request, response) => void response.json(parseBody(schema, request)));
app.use(errorHandler(createLogger({ service: "test", level: "silent" })));

let url = "";
const server = app.listen(0, "127.0.0.1");
beforeAll(() => {
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());

const post = async (body: string, type = "application/json") => {
  const response = await fetch(url, { method: "POST", body, headers: { "content-type": type } });
  const answer = (await response.json()) as { code?: string; message?: string };
  return { status: response.status, ...answer };
};

it("accepts a body that matches the schema", async () => {
  expect(await post('{"name":"jo"}')).toEqual({ status: 200, name: "jo" });
});

it.each([
  ['{"name":', 400, "body.invalid-json", /not valid JSON/],
  ["[".repeat(900), 400, "body.invalid-json", /not valid JSON/],
  ['{"__proto__":{"role":"admin"}}', 400, "body.forbidden-key", /__proto__/],
  ['{"name":"jo","a":{"constructor":1}}', 400, "body.forbidden-key", /constructor/],
  ['{"name":"jo","role":"admin"}', 400, "request.invalid", /role/],
  ['{"name":"jo","wanted":"yes"}', 400, "request.invalid", /^wanted: /],
  ["3", 400, "request.invalid", /object/],
  ["null", 400, "request.invalid", /object/],
  [JSON.stringify({ name: "x".repeat(2_000) }), 413, "body.too-large", /too large/],
])("refuses the body %.30s with %i and says why", async (body, status, code, message) => {
  const answer = await post(body);
  expect(answer).toMatchObject({ status, code });
  expect(answer.message).toMatch(message);
});

it("refuses a body that is not declared as JSON", async () => {
  const answer = await post('{"name":"jo"}', "text/plain");
  expect(answer).toMatchObject({ status: 415, code: "body.content-type" });
});
