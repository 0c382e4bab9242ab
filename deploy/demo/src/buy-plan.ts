import { checkoutResponseSchema } from "@orbline/proto/http/billing/checkout";
import { subscriptionStatusResponseSchema } from "@orbline/proto/http/billing/subscription-status";
import { z } from "zod";
import { createClient, expectOk } from "./http-client.ts";

/** An account and the address for its receipts. */
type Buyer = { username: string; password: string; email: string };

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
  plan: "monthly" | "trial",
): Promise<void> {
  const { get, post } = createClient(origin);
  const login = await post("/api/login", { username, password });
  if (login.status === 401) return;
  expectOk(login, "login");
  const current = expectOk(await get("/api/subscription/status"), "subscription status");
  if (subscriptionStatusResponseSchema.parse(current).status !== "none") return;
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
async function payOnPage(checkoutUrl: string, email: string): Promise<void> {
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
