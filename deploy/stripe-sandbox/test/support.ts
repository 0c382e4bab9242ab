import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Sandbox, type SandboxOptions, createSandbox } from "@orbline/stripe-sandbox/sandbox";
import { Stripe } from "stripe";
import { testCatalog } from "./catalog.ts";
import { checkedConnection, checkEvent } from "./contract.ts";

export const SECRET_KEY = "sk_test_sandbox_integration";
export const WEBHOOK_SECRET = "whsec_sandbox_integration";
export const daySeconds = 86_400;

/** The id of an expandable field, or an empty string. */
export function idOf(value: string | { id: string } | null | undefined): string {
  return typeof value === "string" ? value : (value?.id ?? "");
}

export function clientFor(port: number, options: { maxNetworkRetries?: number } = {}) {
  return new Stripe(SECRET_KEY, {
    host: "127.0.0.1",
    port,
    protocol: "http",
    maxNetworkRetries: options.maxNetworkRetries ?? 0,
    telemetry: false,
    httpClient: checkedConnection(),
  });
}

export type Running = { sandbox: Sandbox; stripe: Stripe; url: string; port: number };

/** A sandbox in this process with a client. Before it closes, every event is compared with Stripe's description. */
export async function startSandbox(options: Partial<SandboxOptions> = {}): Promise<Running> {
  const sandbox = createSandbox({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    catalog: testCatalog,
    retryBaseMs: 20,
    ...options,
  });
  const { port, url } = await sandbox.listen(0);
  const stripe = clientFor(port);
  const close = async () => {
    for await (const _event of stripe.events.list({ limit: 100 }));
    await sandbox.close();
  };
  return { sandbox: { ...sandbox, close }, port, url, stripe };
}

export type Received = { body: string; signature: string; id: string; type: string };

/** An HTTP server that records webhooks. `respond` returns the status of each response. */
export async function startReceiver(respond: (webhook: Received) => number = () => 200) {
  const received: Received[] = [];
  const server = createServer((req, res) => {
    let body = "";
    req.setEncoding("utf8");
    req.on("data", (chunk: string) => {
      body += chunk;
    });
    req.on("end", () => {
      const event = JSON.parse(body) as { id: string; type: string };
      const { id, type } = event;
      const webhook = { body, id, type, signature: String(req.headers["stripe-signature"]) };
      checkEvent(event);
      received.push(webhook);
      res.writeHead(respond(webhook)).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const cardParams = {
  cardNumber: "4242 4242 4242 4242",
  cardExpiry: "12 / 40",
  cardCvc: "123",
  billingName: "Ada Example",
};

/** Posts a form as a browser does, without following the redirect. */
export function submit(url: string, fields: Record<string, string>) {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

/** Pays a session with a card. The page ignores the email if the customer has one. */
export function pay(
  url: string | null,
  card: Partial<typeof cardParams> & { email?: string } = {},
) {
  return submit(String(url), { email: "ada@example.com", ...cardParams, ...card });
}

export const urlParams = {
  success_url: "http://127.0.0.1:8080/subscription/success?session_id={CHECKOUT_SESSION_ID}",
  cancel_url: "http://127.0.0.1:8080/subscription/cancel",
};

/** Creates a session for a two-day trial of the monthly plan. */
export async function openTrial(
  stripe: Stripe,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: await priceOf(stripe, "monthly"), quantity: 1 }],
    client_reference_id: "checkout-1",
    payment_method_collection: "always",
    subscription_data: {
      trial_period_days: 2,
      trial_settings: { end_behavior: { missing_payment_method: "cancel" } },
      metadata: { checkout: "checkout-1" },
    },
    metadata: { checkout: "checkout-1" },
    ...urlParams,
    ...more,
  });
}

/** Creates a session for a plan without a trial. */
export async function openPlan(
  stripe: Stripe,
  plan: "monthly" | "annual",
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: await priceOf(stripe, plan), quantity: 1 }],
    ...urlParams,
    ...more,
  });
}

export async function openLifetime(
  stripe: Stripe,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  return stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ price: await priceOf(stripe, "lifetime"), quantity: 1 }],
    customer_creation: "always",
    invoice_creation: { enabled: true },
    payment_intent_data: { metadata: { checkout: "checkout-2" } },
    ...urlParams,
    ...more,
  });
}

async function priceOf(stripe: Stripe, key: string) {
  const { data } = await stripe.prices.list({ lookup_keys: [key] });
  return String(data[0]?.id);
}
