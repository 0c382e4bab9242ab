import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findPlan } from "../src/domain/plans.ts";
import { stripePayments } from "../src/payments/stripe-payments.ts";
import type { Payments } from "../src/use-cases/ports.ts";
import { createSandbox, type Sandbox } from "@orbline/stripe-sandbox/sandbox";
import { pay } from "./service.ts";

const secretKey = "sk_test_provider_suite";
const unavailable: unknown = expect.objectContaining({ kind: "unavailable" });

let sandbox: Sandbox;
let payments: Payments;
let url: string;
let clock = { now: () => new Date() };
beforeAll(async () => {
  sandbox = createSandbox({ secretKey, webhookSecret: "whsec_provider_suite" });
  ({ url } = await sandbox.listen(0));
  const pages = { success: "http://127.0.0.1/ok?session_id={CHECKOUT_SESSION_ID}", cancel: url };
  payments = stripePayments({
    settings: {
      secretKey,
      apiBase: url,
      webhookSecrets: [],
      portalReturnUrl: "http://127.0.0.1:8080/",
      returnUrls: { subscription: pages, simplified: pages },
    },
    clock: { now: () => clock.now() },
  });
});
afterAll(() => sandbox.close());
beforeEach(() => {
  sandbox.control.clearFailures();
  clock = { now: () => new Date() };
});

const list = async <Row>(path: string): Promise<Row[]> => {
  const headers = { authorization: `Bearer ${secretKey}` };
  return ((await (await fetch(`${url}/v1/${path}`, { headers })).json()) as { data: Row[] }).data;
};

let users = 0;
const newUser = () => `usr_${(users += 1)}`;

const open = async (plan: "monthly" | "trial" | "lifetime", userId = newUser()) => {
  const entry = findPlan(plan);
  const customerId = await payments.createCustomer({ userId });
  const request = {
    checkoutId: `chk_${userId}`,
    userId,
    plan: entry,
    priceId: await payments.priceOf(entry),
    customerId,
    returnPages: "subscription" as const,
  };
  return { userId, customerId, request, page: await payments.openSession(request) };
};

const subscribe = async () => {
  const { page, ...rest } = await open("monthly");
  await pay(page.url, rest.userId);
  const session = await payments.findSession(page.sessionId);
  return { ...rest, page, subscriptionId: session.subscription?.id ?? "" };
};

type Refund = { amount: number; payment_intent: string };

describe("when an answer is lost", () => {
  const lose = (path: string) =>
    sandbox.control.failNext({ method: "POST", path, mode: "lose", times: 1 });

  it("a customer and a session are made once, within a call and over two", async () => {
    lose("/v1/customers");
    lose("/v1/checkout/sessions");
    const { userId, customerId, request, page } = await open("monthly");
    expect(await payments.createCustomer({ userId })).toBe(customerId);
    expect((await payments.openSession(request)).sessionId).toBe(page.sessionId);
    expect(await list(`checkout/sessions?customer=${customerId}`)).toHaveLength(1);
  });

  it("a customer whose e-mail changed meanwhile is no error", async () => {
    const userId = newUser();
    const first = await payments.createCustomer({ userId });
    const email = "changed@example.com";
    expect(await payments.createCustomer({ userId, email })).not.toBe(first);
  });

  it("a refund is made once", async () => {
    const { subscriptionId } = await subscribe();
    lose("/v1/refunds");
    const before = (await list<Refund>("refunds?limit=100")).length;
    await payments.cancelAndRefund(subscriptionId);
    await payments.cancelAndRefund(subscriptionId);
    expect(await list<Refund>("refunds?limit=100")).toHaveLength(before + 1);
  });
});

describe("a part that is given back by a command", () => {
  const buy = async () => {
    const { page, userId } = await open("lifetime");
    await pay(page.url, userId);
    const { paymentId = "" } = await payments.findSession(page.sessionId);
    const refund = { paymentId, amountCents: 500, commandId: `cmd_${userId}` };
    return { refund, made: () => list<Refund>(`refunds?payment_intent=${paymentId}`) };
  };

  it("goes back once, also where two processes do it at the edge of an hour", async () => {
    const { refund, made } = await buy();
    const times = ["2026-11-22T11:59:59.999Z", "2026-11-22T12:00:00.000Z"].map(
      (at) => new Date(at),
    );
    clock = { now: () => times.shift() ?? new Date() };
    await Promise.all([payments.giveBack(refund), payments.giveBack(refund)]);
    expect(await made()).toMatchObject([{ amount: 500 }]);
  });

  it("is not called refused while another process is making it", async () => {
    const { refund, made } = await buy();
    sandbox.control.failNext({ method: "POST", path: "/v1/refunds", status: 409 });
    await expect(payments.giveBack(refund)).rejects.not.toMatchObject({ kind: "conflict" });
    await payments.giveBack(refund);
    expect(await made()).toMatchObject([{ amount: 500 }]);
  });
});

describe("what is done already", () => {
  it("a payment that somebody refunded by hand, in part or in full, owes just the rest", async () => {
    for (const amount of [500, 24_900]) {
      const { page, userId } = await open("lifetime");
      await pay(page.url, userId);
      const { paymentId = "" } = await payments.findSession(page.sessionId);
      await fetch(`${url}/v1/refunds`, {
        method: "POST",
        headers: { authorization: `Bearer ${secretKey}` },
        body: new URLSearchParams({ payment_intent: paymentId, amount: String(amount) }),
      });
      await payments.refund(paymentId);
      await payments.refund(paymentId);
      const refunds = await list<Refund>(`refunds?payment_intent=${paymentId}`);
      expect(refunds.reduce((sum, refund) => sum + refund.amount, 0)).toBe(24_900);
    }
  });

  it("a cancelled subscription may be cancelled, stopped and refunded again", async () => {
    const { subscriptionId } = await subscribe();
    await Promise.all([payments.cancel(subscriptionId), payments.cancel(subscriptionId)]);
    await payments.stopAtPeriodEnd(subscriptionId);
    await payments.cancelAndRefund(subscriptionId);
    expect((await payments.findSubscription(subscriptionId)).snapshot.status).toBe("canceled");
  });

  it("a page is closed once, and one that was paid is told apart", async () => {
    const { page } = await open("monthly");
    expect(await payments.closeSession(page.sessionId)).toBe("closed");
    expect(await payments.closeSession(page.sessionId)).toBe("closed");
    const paid = await subscribe();
    expect(await payments.closeSession(paid.page.sessionId)).toBe("complete");
  });
});

describe("when the provider is down", () => {
  it("every call says so, and does nothing", async () => {
    const { subscriptionId, request, page } = await subscribe();
    const { paymentId = subscriptionId } = await payments.findSession(page.sessionId);
    const calls: [string, "GET" | "POST" | "DELETE", string, () => Promise<unknown>][] = [
      ["customer", "POST", "/v1/customers", () => payments.createCustomer({ userId: newUser() })],
      [
        "open",
        "POST",
        "/v1/checkout/sessions",
        () => payments.openSession({ ...request, checkoutId: "chk_down" }),
      ],
      ["close", "GET", "/v1/checkout/sessions/*", () => payments.closeSession(page.sessionId)],
      ["session", "GET", "/v1/checkout/sessions/*", () => payments.findSession(page.sessionId)],
      [
        "subscription",
        "GET",
        "/v1/subscriptions/*",
        () => payments.findSubscription(subscriptionId),
      ],
      ["cancel", "DELETE", "/v1/subscriptions/*", () => payments.cancel(subscriptionId)],
      ["stop", "POST", "/v1/subscriptions/*", () => payments.stopAtPeriodEnd(subscriptionId)],
      ["refund", "POST", "/v1/refunds", () => payments.refund(paymentId)],
      ["invoices", "GET", "/v1/invoices", () => payments.cancelAndRefund(subscriptionId)],
    ];
    const outcomes: [string, unknown][] = [];
    for (const [what, method, path, ask] of calls) {
      sandbox.control.failNext({ method, path, times: 10 });
      outcomes.push([what, await ask().catch((error: unknown) => error)]);
      sandbox.control.clearFailures();
    }
    expect(outcomes).toEqual(calls.map(([what]) => [what, unavailable]));
  });

  it("what it does not know is told apart from an outage", async () => {
    const unknown: unknown = expect.objectContaining({ kind: "not-found" });
    await expect(payments.findSession("cs_test_unknown")).rejects.toEqual(unknown);
    await expect(payments.findSubscription("sub_unknown")).rejects.toEqual(unknown);
  });
});

it("a trial shows the fingerprint of the card that it will charge", async () => {
  const { page, userId } = await open("trial");
  await pay(page.url, userId);
  await eventually(async () => {
    const session = await payments.findSession(page.sessionId);
    expect(session).toMatchObject({
      isComplete: true,
      isPaid: true,
      checkoutId: `chk_${userId}`,
      subscription: { plan: "trial", status: "trialing" },
    });
    expect(session.cardFingerprint).toMatch(/^\w{8,}$/);
  });
});

it("a lifetime purchase that is disputed shows as taken back, until the dispute is won", async () => {
  const { page, userId } = await open("lifetime");
  await pay(page.url, userId);
  const find = () => payments.findSession(page.sessionId);
  const { paymentId = "" } = await find();
  const charges = await list<{ id: string; payment_intent: string }>("charges?limit=100");
  const charge = charges.find(({ payment_intent: id }) => id === paymentId)?.id ?? "";
  const dispute = sandbox.control.dispute(charge)?.id ?? "";
  expect(await find()).toMatchObject({ isPaid: true, isTakenBack: true });
  sandbox.control.closeDispute(dispute, "won");
  expect(await find()).not.toHaveProperty("isTakenBack");
});
