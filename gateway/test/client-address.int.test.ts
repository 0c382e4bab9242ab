import { testEngines } from "@orbline/kit/testing/engines";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Harness, startHarness } from "./harness.ts";

let gateway: Harness;

beforeAll(async () => {
  gateway = await startHarness(testEngines().redisUrl, {
    TRUSTED_PROXY_HOPS: "2",
    RATE_GENERAL_PER_MINUTE: "1",
  });
});
afterAll(() => gateway.stop());

const from = (forwarded: string) => ({
  path: "/api/plans",
  headers: { "x-forwarded-for": forwarded },
});

it.each([
  ["the address that the outermost proxy saw", "203.0.113.1, 10.0.0.1", "203.0.113.1"],
  [
    "not the address that the client wrote before it",
    "192.0.2.66, 203.0.113.2, 10.0.0.1",
    "203.0.113.2",
  ],
  ["an IPv6 address", "2001:db8::1, 10.0.0.1", "2001:db8::1"],
  ["an address with a port", "203.0.113.3:4711, 10.0.0.1:80", "203.0.113.3"],
  ["an IPv6 address with a port", "[2001:db8:1::2]:4711, 10.0.0.1", "2001:db8:1::2"],
  ["the connection's address, if the header has none", "nonsense, 10.0.0.1", "127.0.0.1"],
])("uses %s as the client's address behind two proxies", async (_what, forwarded, address) => {
  const { headers } = await gateway.seen(from(forwarded));
  expect(headers["x-client-ip"]).toBe(address);
  expect(headers["x-forwarded-for"]).toBeUndefined();
});

it("limits each client behind a proxy separately, whatever headers it sends", async () => {
  const status = async (forwarded: string) => (await gateway.send(from(forwarded))).status;
  expect(await status("203.0.113.8, 10.0.0.1")).toBe(200);
  expect(await status("203.0.113.9, 10.0.0.1")).toBe(200);
  expect(await status("203.0.113.9, 10.0.0.1")).toBe(429);
  expect(await status("192.0.2.1, 203.0.113.9, 10.0.0.1")).toBe(429);
});
