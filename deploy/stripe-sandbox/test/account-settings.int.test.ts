import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkBodies } from "./contract.ts";
import { type Running, startSandbox } from "./support.ts";

checkBodies();

let running: Running;
let stripe: Stripe;
beforeAll(async () => {
  running = await startSandbox();
  stripe = running.stripe;
});
afterAll(() => running.sandbox.close());

it("sells a new product at a new price, and renames and retires it", async () => {
  const product = await stripe.products.create({ name: "Tips", metadata: { plan: "weekly" } });
  const price = await stripe.prices.create({
    product: product.id,
    currency: "usd",
    unit_amount: 499,
    recurring: { interval: "week" },
    lookup_key: "weekly",
  });
  expect(price).toMatchObject({ type: "recurring", unit_amount: 499, lookup_key: "weekly" });
  const once = await stripe.prices.create({ product: product.id, currency: "usd", unit_amount: 5 });
  expect(once).toMatchObject({ type: "one_time", recurring: null, lookup_key: null });
  await stripe.products.update(product.id, { name: "Hints" });
  expect(await stripe.products.retrieve(product.id)).toMatchObject({
    name: "Hints",
    metadata: { plan: "weekly" },
  });
  await stripe.products.update(product.id, { active: false });
  const { data } = await stripe.products.list({ active: true });
  expect(data.map(({ id }) => id)).not.toContain(product.id);
});

it("gives a lookup key to one price only, and moves it on demand", async () => {
  const params = { product: "prod_annual", currency: "usd", unit_amount: 1 } as const;
  const taken = { ...params, recurring: { interval: "year" as const }, lookup_key: "annual" };
  await expect(stripe.prices.create(taken)).rejects.toThrow(/already uses that lookup key/);
  const moved = await stripe.prices.create({ ...taken, transfer_lookup_key: true });
  expect((await stripe.prices.retrieve("price_annual")).lookup_key).toBeNull();
  await stripe.prices.update("price_annual", {
    lookup_key: "annual",
    transfer_lookup_key: true,
  });
  expect((await stripe.prices.retrieve(moved.id)).lookup_key).toBeNull();
});

it("archives the default price of a product only once the product has another default", async () => {
  const { id: product } = await stripe.products.create({ name: "Guide" });
  const newPrice = () => stripe.prices.create({ product, currency: "usd", unit_amount: 900 });
  const [first, second] = [await newPrice(), await newPrice()];
  await stripe.products.update(product, { default_price: first.id });
  const archive = () => stripe.prices.update(first.id, { active: false });
  await expect(archive()).rejects.toThrow(/is the default price of its product/);
  const others = { default_price: "price_annual" };
  await expect(stripe.products.update(product, others)).rejects.toThrow(/does not belong/);
  await stripe.products.update(product, { default_price: second.id });
  expect((await archive()).active).toBe(false);
});

it("shows the secret of a webhook endpoint at its creation only", async () => {
  const url = "https://orbline.example/hook";
  const made = await stripe.webhookEndpoints.create({ url, enabled_events: ["invoice.paid"] });
  expect(made.secret).toMatch(/^whsec_/);
  await stripe.webhookEndpoints.update(made.id, { disabled: true, enabled_events: ["*"] });
  const found = await stripe.webhookEndpoints.retrieve(made.id);
  expect(found).toMatchObject({ status: "disabled", enabled_events: ["*"], url });
  expect(found.secret).toBeUndefined();
  expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1);
});

it("changes single settings of the portal and keeps the others", async () => {
  const [settings] = (await stripe.billingPortal.configurations.list({ is_default: true })).data;
  const changed = await stripe.billingPortal.configurations.update(settings?.id ?? "", {
    features: { subscription_cancel: { enabled: true } },
    business_profile: { headline: "Your plan" },
  });
  expect(changed.features).toMatchObject({
    invoice_history: { enabled: true },
    subscription_cancel: { enabled: true, mode: "at_period_end" },
  });
  const kept = await stripe.billingPortal.configurations.retrieve(changed.id);
  expect(kept.business_profile).toMatchObject({ headline: "Your plan", privacy_policy_url: null });
});
