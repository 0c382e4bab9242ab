import { eventually } from "@orbline/kit/testing/eventually";
import type {
  BillingPortalResponse,
  CheckoutResponse,
  DirectSignupResponse,
  VerifyResponse,
} from "@orbline/proto/http/billing/checkout";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { expect } from "vitest";
import { anonymous, call, newName, type System, user } from "./service.ts";

type Signup = { plan?: string; name?: string; affiliateCode?: string };

const register = (port: number, name: string, { plan = "trial", affiliateCode }: Signup) => {
  const account = { username: name, password: "Correct-horse-1", email: `${name}@example.com` };
  const body = { ...account, plan, affiliateCode };
  return call<CheckoutResponse>(port, "POST", "/api/register-with-checkout", { body });
};

/** The system under test; billing may run as a separate process. */
type BuyersSystem = Pick<System, "env" | "grpc"> & { billing: { port: number } };

/** A buyer's actions over HTTP. */
export const buyers = (system: () => BuyersSystem) => {
  const port = () => system().billing.port;

  /** Opens an account and its page. A machine that is too busy for a new account gets another one. */
  const signUp = async ({ name, ...order }: Signup = {}, attempts = 5) => {
    const username = name ?? newName();
    const answer = await register(port(), username, order);
    if (answer.status === 503 && name === undefined && attempts > 1)
      return signUp(order, attempts - 1);
    const { userId = "", checkoutUrl = "", sessionId = "" } = answer.body;
    return { ...answer.body, name: username, answer, userId, checkoutUrl, sessionId };
  };

  const checkout = (userId: string, plan: string) =>
    call<CheckoutResponse>(port(), "POST", "/api/create-direct-checkout", {
      as: user(userId),
      body: { plan, email: "ignored@example.com", directCheckout: true },
    });

  /** A guest checkout, with the secret in the browser's cookie. */
  const guestCheckout = async (email: string, plan = "monthly") => {
    const path = "/api/direct-signup-checkout";
    const body = { email, plan, password: "Orbline123456!" };
    const { headers, ...answer } = await call<DirectSignupResponse>(port(), "POST", path, { body });
    const url = answer.body.redirectUrl ?? "";
    const cookie = headers.get("set-cookie") ?? "";
    const secret = /^checkout=([^;]+)/.exec(cookie)?.[1] ?? "";
    return { ...answer.body, url, cookie, secret, sessionId: url.split("/").at(-1) ?? "" };
  };

  /** Presses a button on the provider's portal page. */
  const portal = async (userId: string, action: "cancel" | "resume") => {
    const options = { as: user(userId), body: {} };
    const path = "/api/billing-portal";
    const { body } = await call<BillingPortalResponse>(port(), "POST", path, options);
    const answer = await fetch(`${body.url}/${action}`, { method: "POST" });
    expect(await answer.text()).toContain("The plan ");
  };

  const statusOf = async (userId: string) => {
    const path = "/api/subscription/status";
    const as = user(userId);
    return (await call<SubscriptionStatusResponse>(port(), "GET", path, { as })).body;
  };

  const verify = async (sessionId: string, as = anonymous) => {
    const path = `/api/verify-subscription-status?session_id=${sessionId}`;
    return (await call<VerifyResponse>(port(), "GET", path, { as })).body;
  };

  const becomes = (userId: string, status: string) =>
    eventually(async () => expect((await statusOf(userId)).status).toBe(status));

  /** A response of the provider, e.g. for "customers/cus_1". */
  const askProvider = async <Body>(path: string): Promise<Body> => {
    const { env } = system();
    const headers = { authorization: `Bearer ${env["STRIPE_SECRET_KEY"]}` };
    const response = await fetch(`${env["STRIPE_API_BASE"]}/v1/${path}`, { headers });
    return (await response.json()) as Body;
  };

  /** A list of the provider, e.g. for "subscriptions?customer=cus_1". */
  const atProvider = async <Row>(path: string): Promise<Row[]> =>
    (await askProvider<{ data: Row[] }>(path)).data;

  // A gRPC client notices a quarter of a second later that a restarted service is back.
  const customerOf = (userId: string) =>
    eventually(
      async () => (await system().grpc.GetSubscription({ userId })).providerCustomerId ?? "",
    );

  return {
    signUp,
    checkout,
    guestCheckout,
    portal,
    statusOf,
    verify,
    becomes,
    askProvider,
    atProvider,
    customerOf,
  };
};
