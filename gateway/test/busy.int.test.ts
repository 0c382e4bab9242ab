import { eventually } from "@orbline/kit/testing/eventually";
import { testEngines } from "@orbline/kit/testing/engines";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Harness, startHarness } from "./harness.ts";
import { openSocket } from "./raw.ts";

let gateway: Harness;
beforeAll(async () => {
  // One client may have four of five slots.
  const env = { UPSTREAM_CONCURRENCY: "5", TRUSTED_PROXY_HOPS: "1" };
  gateway = await startHarness(testEngines().redisUrl, env);
});
afterAll(() => gateway.stop());

/** Waits until every slot is free. */
const fourAreServed = () =>
  eventually(async () => {
    const plans = Array.from({ length: 4 }, () => gateway.send({ path: "/api/plans" }));
    const answers = await Promise.all(plans);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

it("responds 503 at once while a service is busy, counts it, and recovers", async () => {
  const waiting: ServerResponse[] = [];
  gateway.upstream.behave((_request, response) => void waiting.push(response));
  const plans = () => gateway.send({ path: "/api/plans" });
  const first = Array.from({ length: 4 }, plans);
  await eventually(() => expect(waiting).toHaveLength(4));
  const refused = await plans();
  expect(refused.status).toBe(503);
  expect(refused.headers["retry-after"]).toBe("1");
  expect(refused.json()).toMatchObject({
    code: "upstream.busy",
    message: "The service is very busy. Please try again in a moment.",
  });
  expect(waiting).toHaveLength(4);
  const metrics = await (await fetch(`${gateway.internalOrigin}/metrics`)).text();
  expect(metrics).toMatch(/busy_refusals_total\{[^}]*upstream="billing"[^}]*\} 1/);
  for (const response of waiting) response.end("{}");
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  gateway.upstream.echo();
  expect((await plans()).status).toBe(200);
});

it("leaves slots of a service for others while one client has many requests in flight", async () => {
  const waiting: ServerResponse[] = [];
  gateway.upstream.behave((request, response) => {
    if (request.url === "/api/plans?burst") waiting.push(response);
    else response.end("{}");
  });
  const from = (address: string) => ({ "x-forwarded-for": address });
  const burst = Array.from({ length: 6 }, () =>
    gateway.send({ path: "/api/plans?burst", headers: from("203.0.113.1") }),
  );
  await eventually(() => expect(waiting).toHaveLength(4));
  const other = { path: "/api/plans", headers: from("203.0.113.2") };
  expect((await gateway.send(other)).status).toBe(200);
  for (const response of waiting) response.end("{}");
  const statuses = (await Promise.all(burst)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 503)).toHaveLength(2);
  gateway.upstream.echo();
});

it("forwards webhooks however busy their service is", async () => {
  const waiting: ServerResponse[] = [];
  gateway.upstream.behave((request, response) => {
    if (request.url === "/api/plans") waiting.push(response);
    else response.end("{}");
  });
  const first = Array.from({ length: 4 }, () => gateway.send({ path: "/api/plans" }));
  await eventually(() => expect(waiting).toHaveLength(4));
  expect((await gateway.send({ path: "/api/plans" })).status).toBe(503);
  const headers = { "stripe-signature": "t=1,v1=00" };
  const webhook = { method: "POST", path: "/api/webhooks/stripe", headers, body: "{}" };
  expect((await gateway.send(webhook)).status).toBe(200);
  for (const response of waiting) response.end("{}");
  await Promise.all(first);
  gateway.upstream.echo();
});

it("releases the slot of a client that disconnects", async () => {
  gateway.upstream.behave(() => undefined);
  const before = gateway.upstream.requests();
  const leaving = new AbortController();
  const requests = Array.from({ length: 4 }, () =>
    fetch(`${gateway.origin}/api/plans`, { signal: leaving.signal }).catch(() => undefined),
  );
  await eventually(() => expect(gateway.upstream.requests()).toBe(before + 4));
  expect((await gateway.send({ path: "/api/plans" })).status).toBe(503);
  leaving.abort();
  await Promise.all(requests);
  gateway.upstream.echo();
  await fourAreServed();
});

it("forwards no further pipelined request of a connection that breaks", async () => {
  let pipelined = 0;
  gateway.upstream.behave((request, response) => {
    if (request.url === "/api/plans?pipelined") pipelined += 1;
    else response.end("{}");
  });
  const client = openSocket(gateway.origin);
  client.socket.write("GET /api/plans?pipelined HTTP/1.1\r\nhost: a\r\n\r\n".repeat(4));
  await eventually(() => expect(pipelined).toBe(1));
  client.socket.destroy();
  await fourAreServed();
  expect(pipelined).toBe(1);
  gateway.upstream.echo();
});
