import { expect, it } from "vitest";
import { type Route, routes } from "../routes.ts";
import { downstreamResponseHeaders } from "./headers.ts";

const route = routes.find(({ path }) => path === "/api/model-performance") as Route;
const headersFor = (from: Record<string, string>) => {
  const flat = downstreamResponseHeaders(from, { route, requestId: "one" });
  return Object.fromEntries(
    flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]]] : [])),
  );
};

it("lets clients keep a response with an ETag and ask whether it is current", () => {
  const sent = { etag: '"1-br"', vary: "accept-encoding", "content-encoding": "br" };
  expect(headersFor(sent)).toMatchObject({ ...sent, "cache-control": "no-cache" });
});

it("lets no client keep a response without an ETag", () => {
  const headers = headersFor({ vary: "accept-encoding" });
  expect(headers).toMatchObject({ "cache-control": "no-store" });
  expect(headers).not.toHaveProperty("vary");
});

it("passes a service's quotas to the client", () => {
  const quotas = { ratelimit: '"minute";r=1;t=20', "ratelimit-policy": '"minute";q=2;w=60' };
  expect(headersFor(quotas)).toMatchObject(quotas);
});
