import { z } from "zod";
import { checkoutResponseSchema } from "@orbline/proto/http/billing";
import { subscriptionStatusResponseSchema } from "@orbline/proto/http/subscription-status";

/** A browser's part of the journey: it keeps cookies between calls to one origin. */
const createBrowser = (origin: string) => {
  const cookies = new Map<string, string>();
  const call = async (path: string, body?: object): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(`${origin}${path}`, {
      method: body ? "POST" : "GET",
      headers: { cookie, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const split = pair.indexOf("=");
      cookies.set(pair.slice(0, split), pair.slice(split + 1));
    }
    return response;
  };
  return { call };
};

const succeeded = async (response: Response, what: string): Promise<unknown> => {
  if (response.ok) return response.json();
  throw new Error(`${what} answered ${response.status}: ${await response.text()}`);
};

/**
 * Pays on the sandbox's page. The card is not the well-known 4242 one: a card opens one trial only,
 * and whoever tries the product will want to use that one.
 */
const payOnPage = async (checkoutUrl: string, email: string) => {
  const form = new URLSearchParams({
    email,
    cardNumber: "5555 5555 5555 4444",
    cardExpiry: "12 / 39",
    cardCvc: "123",
    billingName: "Demo User",
  });
  const response = await fetch(checkoutUrl, { method: "POST", body: form, redirect: "manual" });
  if (response.status !== 303) throw new Error(`the checkout page answered ${response.status}`);
};

/** Whoever buys: an account and the address that its receipts go to. */
type Buyer = { username: string; password: string; email: string };

/** Buys a plan for a demo user by the way that every buyer goes; nothing if there ever was one. */
export const buyPlan = async (
  origin: string,
  { username, password, email }: Buyer,
  plan: "monthly" | "trial",
): Promise<void> => {
  const { call } = createBrowser(origin);
  const login = await call("/api/login", { username, password });
  // Its owner may have changed the password meanwhile; the account is then theirs.
  if (login.status === 401) return;
  await succeeded(login, "login");
  const status = await succeeded(await call("/api/subscription/status"), "subscription status");
  if (subscriptionStatusResponseSchema.parse(status).status !== "none") return;
  const checkout = await call("/api/create-direct-checkout", { plan, email });
  const { checkoutUrl, sessionId } = checkoutResponseSchema
    .extend({ checkoutUrl: z.url(), sessionId: z.string() })
    .parse(await succeeded(checkout, "checkout"));
  await payOnPage(checkoutUrl, email);
  const verified = await call(`/api/verify-subscription-status?session_id=${sessionId}`);
  await succeeded(verified, "verification");
};
