import { checkoutResponseSchema } from "@orbline/proto/http/billing/checkout";
import { subscriptionStatusResponseSchema } from "@orbline/proto/http/billing/subscription-status";
import { z } from "zod";
import { type Client, createClient, expectOk } from "./http-client.ts";

/** An account and the address for its receipts. */
export type Buyer = { username: string; password: string; email: string };
type Plan = "monthly" | "trial";

const checkoutSchema = checkoutResponseSchema.extend({
  checkoutUrl: z.url(),
  sessionId: z.string(),
});

/**
 * Buys a plan for a demo user through the public API. Does nothing if the user ever had a subscription or has changed the
 * password.
 */
export async function buyPlan(
  origin: string,
  { username, password, email }: Buyer,
  plan: Plan,
): Promise<void> {
  const client = createClient(origin);
  const login = await client.post("/api/login", { username, password });
  if (login.status === 401) return;
  expectOk(login, "login");
  const current = expectOk(await client.get("/api/subscription/status"), "subscription status");
  if (subscriptionStatusResponseSchema.parse(current).status === "none")
    await pay(client, plan, email);
}

/** Registers an account and buys a plan; returns its signed-in client. */
export async function subscribe(origin: string, buyer: Buyer, plan: Plan): Promise<Client> {
  const client = createClient(origin);
  expectOk(await client.post("/api/register", buyer), "registration");
  await pay(client, plan, buyer.email);
  return client;
}

async function pay({ get, post }: Client, plan: Plan, email: string): Promise<void> {
  const checkout = await post("/api/create-direct-checkout", { plan, email });
  const { checkoutUrl, sessionId } = checkoutSchema.parse(expectOk(checkout, "checkout"));
  await payOnPage(checkoutUrl, email);
  const verified = await get(`/api/verify-subscription-status?session_id=${sessionId}`);
  expectOk(verified, "verification");
}

/**
 * Pays on the sandbox's page. Each card can start one trial, so the well-known card 4242 stays free for people who try
 * the product.
 */
export async function payOnPage(checkoutUrl: string, email: string): Promise<void> {
  const form = new URLSearchParams({
    email,
    cardNumber: "5555 5555 5555 4444",
    cardExpiry: "12 / 39",
    cardCvc: "123",
    billingName: "Demo User",
  });
  const response = await fetch(checkoutUrl, { method: "POST", body: form, redirect: "manual" });
  if (response.status !== 303) throw new Error(`the checkout page responded ${response.status}`);
}
