import { eventually } from "@orbline/kit/testing/eventually";
import type {
  CheckoutResponse,
  SubscriptionDetailsResponse,
} from "@orbline/proto/http/billing/checkout";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buyers } from "./buyers.ts";
import { providerClient } from "./provider-client.ts";
import {
  adminGet,
  anonymous,
  call,
  declinedCard,
  newName,
  pay,
  startSystem,
  type System,
  user,
} from "./service.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const { signUp, checkout, statusOf, verify, becomes, atProvider, customerOf } = buyers(
  () => system,
);

describe("a sign-up with a checkout", () => {
  it("opens the account, a session and the checkout page, and activates the trial by webhook alone", async () => {
    const { answer, name, userId, checkoutUrl, url } = await signUp();
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^sid=.+HttpOnly/);
    expect(url).toBe(checkoutUrl);
    expect((await statusOf(userId)).status).toBe("none");
    const paid = await pay(checkoutUrl, name);
    expect(paid.status).toBe(303);
    expect(paid.headers.get("location")).toMatch(
      /^http:\/\/127\.0\.0\.1:8080\/subscription\/success\?session_id=cs_test_/,
    );
    await becomes(userId, "trialing");
    const used = { tier: "premium_trial", plan: "trial", trialUsed: true };
    expect(await statusOf(userId)).toMatchObject(used);
  });

  it("signs in when the same data is sent again and opens a new session to pay", async () => {
    const first = await signUp();
    const second = await signUp({ name: first.name });
    expect(second.userId).toBe(first.userId);
    expect(second.sessionId).not.toBe(first.sessionId);
  });

  it("keeps the account when the provider is down and reports what failed", async () => {
    system.sandbox.control.failNext({ method: "POST", path: "/v1/checkout/sessions", times: 5 });
    const { success, error, user: account, answer } = await signUp();
    system.sandbox.control.clearFailures();
    expect(answer.status).toBe(200);
    expect({ success, error }).toEqual({
      success: false,
      error: "There was a problem setting up payment. Please try again.",
    });
    expect(account?.subscriptionStatus).toBe("none");
  });

  it("gives no access for a declined card and accepts a second card", async () => {
    const { checkoutUrl, name, userId, sessionId } = await signUp({ plan: "monthly" });
    const declined = await pay(checkoutUrl, name, declinedCard);
    expect(declined.status).not.toBe(303);
    expect(await declined.text()).toContain("declined");
    expect(await verify(sessionId, user(userId))).toMatchObject({ success: false });
    expect((await statusOf(userId)).status).toBe("none");
    expect((await pay(checkoutUrl, name)).status).toBe(303);
    await becomes(userId, "active");
  });

  it("gives no plan for a cheaper product of the same account, paid with the id of the checkout", async () => {
    const { name, userId, sessionId } = await signUp({ plan: "lifetime" });
    const { checkout: checkouts, prices, products } = providerClient(system.env);
    const { client_reference_id: ours } = await checkouts.sessions.retrieve(sessionId);
    const { id: product } = await products.create({ name: "A sticker" });
    const { id: price } = await prices.create({ product, unit_amount: 100, currency: "usd" });
    // A payment link takes this id from its address.
    const { id, url } = await checkouts.sessions.create({
      mode: "payment",
      client_reference_id: ours ?? "",
      line_items: [{ price, quantity: 1 }],
      success_url: "http://127.0.0.1:8080/thanks",
    });
    expect((await pay(url ?? "", name)).status).toBe(303);
    type Webhooks = { webhooks: { objectId: string; reason: string }[] };
    await eventually(async () => {
      const { webhooks } = await adminGet<Webhooks>(system.billing.port, "/api/admin/webhooks");
      expect(webhooks).toContainEqual(
        expect.objectContaining({ objectId: id, reason: "unknown-session" }),
      );
    });
    expect((await statusOf(userId)).status).toBe("none");
  });
});

describe("each checkout call", () => {
  const form = (name: string) => ({
    username: name,
    password: "Correct-horse-1",
    email: `${name}@example.com`,
    phone: "555-0100-200",
    success_url: "http://127.0.0.1:8080/subscription/success",
    cancel_url: "http://127.0.0.1:8080/subscription/cancel",
  });
  const post = (path: string, body: object, as = anonymous) =>
    call<CheckoutResponse & { message: string }>(system.billing.port, "POST", path, { as, body });

  it.each([
    ["/api/absolute-price-id-checkout", "annual", "annual"],
    ["/api/production-site-checkout", "monthly", "monthly"],
    ["/api/register-with-checkout", "lifetime", "lifetime"],
    ["/api/integrated-monthly-checkout", "monthly", undefined],
    ["/api/integrated-annual-checkout", "annual", undefined],
  ])("%s opens an account and sells %s", async (path, sold, plan) => {
    const name = newName();
    const { body, headers } = await post(path, { ...form(name), ...(plan && { plan }) });
    expect(headers.getSetCookie()).toHaveLength(1);
    const { checkoutUrl = "", url, directStripeUrl, altStripeUrl } = body;
    expect(new Set([checkoutUrl, url, directStripeUrl, altStripeUrl]).size).toBe(1);
    await pay(checkoutUrl, name);
    await eventually(async () => expect((await statusOf(body.userId ?? "")).plan).toBe(sold));
  });

  it.each(["/api/create-direct-checkout", "/api/simplified-checkout"])(
    "%s sells to signed-in users and requires an email address from others",
    async (path) => {
      const { userId, name } = await signUp();
      const order = { plan: "monthly", email: "ignored@example.com", source: "test" };
      const refused = await post(path, { plan: "monthly" });
      expect([refused.status, refused.body.message]).toEqual([
        400,
        "Email is required for checkout",
      ]);
      const { body } = await post(path, order, user(userId));
      const paid = await pay(body.checkoutUrl ?? "", name);
      const page = path.includes("simplified")
        ? "/subscription-success?"
        : "/subscription/success?";
      expect(paid.headers.get("location")).toContain(page);
      await becomes(userId, "active");
    },
  );

  it.each([
    "/api/create-direct-checkout",
    "/api/simplified-checkout",
    "/api/register-with-checkout",
    "/api/direct-signup-checkout",
  ])("%s refuses an empty source and opens no account", async (path) => {
    const { status, body } = await post(path, { ...form(newName()), source: "" });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      issues: expect.arrayContaining([
        { path: "source", message: "The source must not be empty." },
      ]),
    });
  });

  it("requires every field of a new account in the integrated forms and names the missing ones", async () => {
    const { phone: _phone, ...incomplete } = form(newName());
    const { status, body } = await post("/api/integrated-monthly-checkout", incomplete);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: "All fields are required",
      issues: [{ path: "phone", message: "All fields are required" }],
    });
  });
});

describe("a signed-in buyer", () => {
  it("pays once and gets a message about the active subscription at a second checkout", async () => {
    const { checkoutUrl, name, userId } = await signUp({ plan: "monthly" });
    await pay(checkoutUrl, name);
    await becomes(userId, "active");
    const again = await checkout(userId, "annual");
    expect(again.body).toMatchObject({ success: false, alreadySubscribed: true });
    expect(again.body.checkoutUrl).toBeUndefined();
  });

  it("can buy lifetime access, which cancels the subscription at the provider", async () => {
    const { checkoutUrl, name, userId } = await signUp({ plan: "monthly" });
    await pay(checkoutUrl, name);
    await becomes(userId, "active");
    const lifetime = await checkout(userId, "lifetime");
    await pay(lifetime.body.checkoutUrl ?? "", name);
    await eventually(async () => expect((await statusOf(userId)).plan).toBe("lifetime"));
    expect((await statusOf(userId)).accessUntil).toBeNull();
    const customer = await customerOf(userId);
    await eventually(async () => {
      const subscriptions = await atProvider(`subscriptions?status=canceled&customer=${customer}`);
      expect(subscriptions).toHaveLength(1);
    });
  });

  it("gets a new customer when the old one was deleted at the provider", async () => {
    const { name, userId } = await signUp({ plan: "lifetime" });
    const gone = await customerOf(userId);
    const { env } = system;
    const headers = { authorization: `Bearer ${env["STRIPE_SECRET_KEY"]}` };
    const address = `${env["STRIPE_API_BASE"]}/v1/customers/${gone}`;
    expect((await fetch(address, { method: "DELETE", headers })).status).toBe(200);
    const { checkoutUrl = "" } = (await checkout(userId, "monthly")).body;
    await pay(checkoutUrl, name);
    await becomes(userId, "active");
    const customer = await customerOf(userId);
    expect(customer).not.toBe(gone);
    expect(await atProvider(`subscriptions?customer=${customer}`)).toHaveLength(1);
  });

  it("gets one trial per account and one per card", async () => {
    const { checkoutUrl, name, userId } = await signUp();
    await pay(checkoutUrl, name);
    await becomes(userId, "trialing");
    await system.grpc.CancelSubscription({ userId, commandId: `cancel-${userId}` });
    const again = await checkout(userId, "trial");
    expect(again.body.error).toBe(
      "The free trial was already used on this account. Please choose another plan.",
    );
    const other = await signUp();
    await pay(other.checkoutUrl, name);
    const verified = await verify(other.sessionId, user(other.userId));
    expect(verified).toEqual({
      success: false,
      trialUsed: true,
      error:
        "This card or account has already had a free trial. Nothing was charged; please choose the monthly plan.",
    });
    expect((await statusOf(other.userId)).status).toBe("none");
  });

  it("tells the provider's customer id to the signed-in buyer only", async () => {
    const visitor = await signUp();
    expect(visitor.success).toBe(true);
    expect(visitor).not.toHaveProperty("stripeCustomerId");
    const { body } = await checkout(visitor.userId, "monthly");
    expect(body.stripeCustomerId).toBe(await customerOf(visitor.userId));
  });

  it("takes a username of two characters", async () => {
    const name = newName().slice(-2);
    const { success, user: account, answer } = await signUp({ name });
    expect({ status: answer.status, success }).toEqual({ status: 200, success: true });
    expect(account?.username).toBe(name);
  });

  it("may send plan names with quotes and spaces; unknown names are refused", async () => {
    const { userId } = await signUp();
    expect((await checkout(userId, ' "annual" ')).body.success).toBe(true);
    const refused = await checkout(userId, "weekly");
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ message: "Please select a subscription plan" });
  });
});

describe("the success page", () => {
  it("shows everything to the buyer and only the success to others", async () => {
    const { checkoutUrl, name, userId, sessionId } = await signUp({ plan: "annual" });
    await pay(checkoutUrl, name);
    expect(await verify(sessionId, user(userId))).toEqual({
      success: true,
      subscriptionTier: "premium_annual",
      plan: "annual",
      userId,
      customerEmail: `${name}@example.com`,
    });
    expect(await verify(sessionId)).toEqual({ success: true });
    const path = `/api/subscription-details?session_id=${sessionId}`;
    const { port } = system.billing;
    const { body } = await call<SubscriptionDetailsResponse>(port, "GET", path, {
      as: user(userId),
    });
    const { current_period_start: from = 0, current_period_end: to = 0 } = body.subscription ?? {};
    expect(((to ?? 0) - (from ?? 0)) / 86_400).toBeCloseTo(365, -1);
    expect((await call(port, "GET", path)).body).toEqual({ success: true });
  });

  it("shows a stranger only that a canceled purchase gives no access", async () => {
    const { checkoutUrl, name, userId, sessionId } = await signUp({ plan: "monthly" });
    await pay(checkoutUrl, name);
    await becomes(userId, "active");
    await system.grpc.CancelSubscription({ userId, commandId: `cancel-${userId}` });
    expect(await verify(sessionId)).toEqual({ success: false });
    expect(await verify(sessionId, user(userId))).toMatchObject({
      success: false,
      error: "This subscription is no longer active.",
    });
  });

  it("distinguishes an unknown session from a missing one", async () => {
    expect(await verify("cs_test_unknown")).toEqual({
      success: false,
      error: "This checkout session is not known.",
    });
    const path = "/api/verify-subscription-status";
    const missing = await call<{ message: string }>(system.billing.port, "GET", path);
    expect([missing.status, missing.body.message]).toEqual([400, "No session ID found in URL"]);
  });
});
