import type { AddressInfo } from "node:net";
import express from "express";
import { expect, it, onTestFinished } from "vitest";
import { sendPublicJson, toPublicJson } from "./public-json.ts";

const body = { records: Array.from({ length: 100 }, (_, n) => ({ n, name: "record" })) };

async function serve(): Promise<string> {
  const known = toPublicJson(JSON.stringify(body));
  const app = express().disable("etag");
  app.get("/", (request, response) => sendPublicJson(request, response, known));
  const server = app.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each([["br"], ["gzip"], ["identity"]])(
  "sends a body as %s with its ETag, and 304 to a client that has it",
  async (encoding) => {
    // By itself, fetch asks for a response that no cache has.
    const headers = { "accept-encoding": encoding, "cache-control": "max-age=0" };
    const address = await serve();
    const response = await fetch(address, { headers });
    expect(await response.json()).toEqual(body);
    expect(response.headers.get("content-encoding")).toBe(
      encoding === "identity" ? null : encoding,
    );
    expect(response.headers.get("vary")).toBe("accept-encoding");
    const etag = String(response.headers.get("etag"));
    const again = await fetch(address, { headers: { ...headers, "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const other = await fetch(address, { headers: { ...headers, "if-none-match": '"other"' } });
    expect(other.status).toBe(200);
  },
);
