import { providerPrices } from "@orbline/proto/constants/plans";
import { createSandbox, type Sandbox } from "@orbline/stripe-sandbox/sandbox";
import { startStripeMock } from "@orbline/stripe-sandbox/testing/stripe-mock";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { stripeClient } from "../src/stripe/client.ts";
import { fetchPrices } from "../src/stripe/prices.ts";
import { setUpAccount } from "../src/stripe/setup/set-up-account.ts";
import { idOf } from "../src/stripe/snapshot.ts";
import { webhookEvents } from "../src/stripe/setup/webhooks.ts";
import { operationOf, recordRequests, replay, without } from "./recorded-requests.ts";

const secretKey = "sk_test_setup123";
const setup = { origin: "https://orbline.example", brand: "Orbline", apply: true };

let sandbox: Sandbox;
let recorder: Awaited<ReturnType<typeof recordRequests>>;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = createSandbox({
    secretKey,
    catalog: providerPrices,
    webhookSecret: "whsec_of_the_setup_test",
  });
  const { url } = await sandbox.listen(0);
  recorder = await recordRequests(url);
  stripe = stripeClient({ STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: recorder.url });
});
afterAll(async () => {
  await recorder.stop();
  await sandbox.close();
});

const resultsOf = async (options = {}) =>
  (await setUpAccount(stripe, { ...setup, ...options })).findings.map(({ result }) => result);

it("says what is missing without changing anything, sets it up, and then keeps it", async () => {
  const missing = ["kept", "kept", "kept", "kept", "missing", "missing"];
  expect(await resultsOf({ apply: false })).toEqual(missing);
  expect(await resultsOf({ apply: false })).toEqual(missing);

  const { findings, webhookSecret } = await setUpAccount(stripe, setup);
  expect(findings.map(({ result }) => result)).toEqual([
    ...missing.slice(0, 4),
    "changed",
    "changed",
  ]);
  expect(webhookSecret).toMatch(/^whsec_\w{32}$/);
  const again = await setUpAccount(stripe, setup);
  expect(again.findings.every(({ result }) => result === "kept")).toBe(true);
  expect(again.webhookSecret).toBeUndefined();
  expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1);
});

it("replaces a price whose amount differs, as the default of its product too, and moves its lookup key", async () => {
  const before = (await fetchPrices(stripe)).get("annual");
  const wrong = await stripe.prices.create({
    product: "prod_annual",
    currency: "usd",
    unit_amount: 1,
    recurring: { interval: "year" },
    lookup_key: "annual",
    transfer_lookup_key: true,
  });
  await stripe.products.update("prod_annual", { default_price: wrong.id });
  const { findings } = await setUpAccount(stripe, setup);
  expect(findings.filter(({ result }) => result === "changed")).toEqual([
    expect.objectContaining({ text: expect.stringContaining(`${wrong.id} is sold no more`) }),
  ]);
  const after = (await fetchPrices(stripe)).get("annual");
  expect(after).toMatchObject({ amountCents: before?.amountCents, interval: "year", active: true });
  expect(after?.id).not.toBe(before?.id);
  expect((await stripe.prices.retrieve(wrong.id)).active).toBe(false);
  expect((await stripe.products.retrieve("prod_annual")).default_price).toBe(after?.id);
});

it("puts a price back on sale whose product was archived in the dashboard", async () => {
  await stripe.products.update("prod_lifetime", { active: false });
  expect(await resultsOf({ apply: false })).toContain("missing");
  expect(await resultsOf()).toContain("changed");
  expect((await stripe.products.retrieve("prod_lifetime")).active).toBe(true);
  expect(new Set(await resultsOf())).toEqual(new Set(["kept"]));
});

it("makes products and prices in an account that has none", async () => {
  for (const key of ["monthly", "annual", "lifetime"])
    for (const { id, product } of (await stripe.prices.list({ lookup_keys: [key] })).data) {
      await stripe.products.update(idOf(product) ?? "", { default_price: "" });
      await stripe.prices.update(id, { active: false, lookup_key: `old_${key}` });
    }
  expect(await resultsOf()).toEqual(["kept", "changed", "changed", "changed", "kept", "kept"]);
  expect([...(await fetchPrices(stripe)).keys()].toSorted()).toEqual([
    "annual",
    "lifetime",
    "monthly",
  ]);
  const { data } = await stripe.products.list({ limit: 100 });
  expect(data.filter(({ metadata }) => metadata["orbline_plan"])).toHaveLength(3);
});

it("enables an endpoint that was disabled or lacks events, and names one with another API version", async () => {
  const [endpoint] = (await stripe.webhookEndpoints.list()).data;
  await stripe.webhookEndpoints.update(endpoint?.id ?? "", {
    disabled: true,
    enabled_events: ["invoice.paid"],
  });
  expect((await resultsOf()).at(-2)).toBe("changed");
  expect((await stripe.webhookEndpoints.list()).data).toMatchObject([
    { status: "enabled", enabled_events: [...webhookEvents] },
  ]);
  const origin = "https://other.example";
  const url = `${origin}/api/webhooks/stripe`;
  await stripe.webhookEndpoints.create({ url, enabled_events: ["*"] });
  expect((await resultsOf({ origin })).at(-2)).toBe("todo");
});

it("sends only requests that Stripe's own description allows", async ({ skip }) => {
  const mock = await startStripeMock();
  if (!mock) return skip();
  try {
    const target = { url: mock.url, secretKey };
    const refused = new Set<string>();
    for (const request of recorder.requests) {
      // The mock's description is older than our API version.
      const { status, message } = await replay(without(request, "api_version"), target);
      if (status !== 200) refused.add(`${operationOf(request)}: ${message}`);
    }
    expect([...refused]).toEqual([]);
  } finally {
    await mock.stop();
  }
});
