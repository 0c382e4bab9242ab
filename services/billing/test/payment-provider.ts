import { eventually } from "@orbline/kit/testing/eventually";
import { providerPrices } from "@orbline/proto/constants/plans";
import { createSandbox } from "@orbline/stripe-sandbox/sandbox";
import { chromium } from "playwright-core";
import { Stripe } from "stripe";
import { catalog } from "../src/domain/plans.ts";
import { stripeProvider } from "../src/stripe/provider.ts";
import type { PaymentProvider } from "../src/use-cases/payment-provider.ts";
import { recordRequests } from "./recorded-requests.ts";

const apiVersion = "2026-10-28.endive";
const webhookSecret = "whsec_contract_suite";

/** Signs a body as the provider does. */
export const signed = (stripe: Stripe, payload: string, secret = webhookSecret) => ({
  body: Buffer.from(payload),
  signature: stripe.webhooks.generateTestHeaderString({ payload, secret }),
});

function adapter(secretKey: string, apiBase?: string): PaymentProvider {
  const config = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_API_BASE: apiBase,
    STRIPE_WEBHOOK_SECRET: [webhookSecret],
    PUBLIC_ORIGIN: "http://127.0.0.1:8080",
  };
  const clock = { now: () => new Date() };
  const rememberAccount = (id: string) => Promise.resolve(id);
  return stripeProvider({ config, clock }, { rememberAccount });
}

const card = { cardExpiry: "12 / 40", cardCvc: "123", billingName: "Ada Example" };

/** Pays a checkout page by posting its form, as a browser without scripts. */
const payByForm = async (url: string, email: string, cardNumber: string) => {
  const body = new URLSearchParams({ email, cardNumber, ...card });
  const { status } = await fetch(url, { method: "POST", redirect: "manual", body });
  if (status !== 303) throw new Error(`the page answered ${status}`);
};

/** Pays Stripe's own page in a browser; the sandbox has the same field names. */
const payInBrowser = async (url: string, email: string, cardNumber: string) => {
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    const emailField = page.locator("#email");
    if (await emailField.isEditable().catch(() => false)) await emailField.fill(email);
    for (const [name, value] of Object.entries({ cardNumber, ...card }))
      await page.locator(`#${name}`).fill(value);
    await page.locator("button[type=submit]").click();
    await page.waitForURL(/127\.0\.0\.1:8080/, { waitUntil: "commit" });
  } finally {
    await browser.close();
  }
};

/** Adds the catalog's prices that an account lacks. */
const ensurePrices = async (stripe: Stripe) => {
  for (const { lookupKey, priceCents, interval } of catalog) {
    const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true });
    if (data.length > 0) continue;
    await stripe.prices.create({
      lookup_key: lookupKey,
      unit_amount: priceCents,
      currency: "usd",
      product_data: { name: `Orbline Premium, ${lookupKey}` },
      ...(interval !== "once" && { recurring: { interval } }),
    });
  }
};

const startSandboxProvider = async () => {
  const secretKey = "sk_test_contract_suite";
  const sandbox = createSandbox({ secretKey, catalog: providerPrices, webhookSecret });
  const { url, port } = await sandbox.listen(0);
  const stripe = new Stripe(secretKey, {
    apiVersion,
    host: "127.0.0.1",
    port,
    protocol: "http",
    telemetry: false,
  });
  const recording = await recordRequests(url);
  const stop = async () => {
    await recording.stop();
    await sandbox.close();
  };
  const { calls, called } = noteCalls(adapter(secretKey, recording.url));
  const name = "the sandbox";
  return { name, stripe, calls, pay: payByForm, stop, called, requests: recording.requests };
};

/** Notes the names of the provider's calls that a test uses. */
const noteCalls = (provider: PaymentProvider) => {
  const called = new Set<string>();
  const calls = new Proxy(provider, {
    get: (target, name) => {
      called.add(String(name));
      return Reflect.get(target, name) as unknown;
    },
  });
  return { calls, called };
};

const startStripeProvider = async (secretKey: string) => {
  if (!/^[a-z]+_test_/.test(secretKey)) throw new Error("STRIPE_TEST_KEY is not a test key");
  const stripe = new Stripe(secretKey, { apiVersion, maxNetworkRetries: 3, telemetry: false });
  await ensurePrices(stripe);
  const stop = () => Promise.resolve();
  const name = "Stripe's test mode";
  const unrecorded = { called: new Set<string>(), requests: [] };
  return { name, stripe, calls: adapter(secretKey), pay: payInBrowser, stop, ...unrecorded };
};

/** The provider for the contract tests: Stripe's test mode with STRIPE_TEST_KEY, else the sandbox. */
export const provider = process.env["STRIPE_TEST_KEY"]
  ? await startStripeProvider(process.env["STRIPE_TEST_KEY"])
  : await startSandboxProvider();

/** A test clock of the provider for customers that are created with it. */
export const newTestClock = async () => {
  const { testHelpers } = provider.stripe;
  const { id, frozen_time } = await testHelpers.testClocks.create({
    frozen_time: Math.floor(Date.now() / 1_000),
  });
  let now = frozen_time;
  return {
    id,
    /** Advances the clock and waits until the provider has processed that time. */
    advance: async (seconds: number) => {
      now = Math.max(now, (await testHelpers.testClocks.retrieve(id)).frozen_time) + seconds;
      await testHelpers.testClocks.advance(id, { frozen_time: now });
      await eventually(
        async () => {
          const { status } = await testHelpers.testClocks.retrieve(id);
          if (status !== "ready") throw new Error(`the clock is ${status}`);
        },
        { timeoutMs: 120_000, everyMs: 200 },
      );
    },
  };
};
