import {
  priceIdsResponseSchema,
  providerDiagnosticResponseSchema,
  verifyPricesResponseSchema,
} from "@orbline/proto/http/billing/checkout";
import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { call, startSystem, type System } from "./service.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());
afterEach(() => system.sandbox.control.clearFailures());

const get = (path: string) => call<unknown>(system.billing.port, "GET", path);

it("returns the provider's price ids with amount and currency", async () => {
  const { body } = await get("/api/production-price-ids");
  const { prices } = priceIdsResponseSchema.strict().parse(body);
  expect(prices.map(({ plan, amountCents }) => [plan, amountCents])).toEqual([
    ["trial", 1_999],
    ["monthly", 1_999],
    ["annual", 21_589],
    ["lifetime", 24_900],
  ]);
  for (const { priceId } of prices) expect(priceId).toMatch(/^price_/);
});

it("confirms that every price matches the catalog", async () => {
  const { body } = await get("/api/verify-price-ids");
  const { valid, prices } = verifyPricesResponseSchema.strict().parse(body);
  expect(valid).toBe(true);
  expect(prices.every(({ matches }) => matches)).toBe(true);
});

it("returns mode and reachability, and 503 for the prices while the provider is down", async () => {
  const read = async () =>
    providerDiagnosticResponseSchema.strict().parse((await get("/api/stripe-diagnostic-pro")).body);
  expect(await read()).toEqual({ reachable: true, mode: "sandbox" });
  system.sandbox.control.failNext({ method: "GET", path: "/v1/prices", times: 1_000 });
  // A result of the provider is kept for two seconds.
  await eventually(async () => {
    expect(await read()).toEqual({ reachable: false, mode: "sandbox" });
  });
  expect((await get("/api/verify-price-ids")).status).toBe(503);
});

it("returns no secret in any diagnostic response", async () => {
  const bodies = await Promise.all(
    ["production-price-ids", "verify-price-ids", "stripe-diagnostic-pro"].map(async (name) =>
      JSON.stringify((await get(`/api/${name}`)).body),
    ),
  );
  expect(bodies.join()).not.toMatch(/sk_|whsec_|cus_/);
});
