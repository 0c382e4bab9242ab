import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findPlan } from "../src/domain/plans.ts";
import { stripeProvider } from "../src/stripe/provider.ts";
import type { PaymentProvider } from "../src/use-cases/payment-provider.ts";
import { providerPrices } from "@orbline/proto/constants/plans";
import { createSandbox, type Sandbox } from "@orbline/stripe-sandbox/sandbox";
import { pay } from "./service.ts";

const secretKey = "sk_test_provider_suite";
const unavailable: unknown = expect.objectContaining({ kind: "unavailable" });

let sandbox: Sandbox;
let calls: PaymentProvider;
let url: string;
let clock = { now: () => new Date() };
beforeAll(async () => {
  sandbox = createSandbox({
    secretKey,
    catalog: providerPrices,
    webhookSecret: "whsec_provider_suite",
  });
  ({ url } = await sandbox.listen(0));
  calls = stripeProvider(
    {
      config: {
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_API_BASE: url,
        STRIPE_WEBHOOK_SECRET: [],
        PUBLIC_ORIGIN: "http://127.0.0.1:8080",
      },
      clock: { now: () => clock.now() },
    },
    { rememberAccount: (id) => Promise.resolve(id) },
  );
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
  const customerId = await calls.createCustomer({ userId }, `customer_${userId}`);
  const request = {
    checkoutId: `chk_${userId}`,
    userId,
    plan: entry,
    priceId: await calls.priceOf(entry),
    customerId,
    returnPages: "subscription" as const,
  };
  return { userId, customerId, request, page: await calls.openSession(request) };
};

const subscribe = async () => {
  const { page, ...rest } = await open("monthly");
  await pay(page.url, rest.userId);
  const session = await calls.findSession(page.sessionId);
  return { ...rest, page, subscriptionId: session.subscription?.id ?? "" };
};

type Invoice = { status: string; total: number };

type Refund = { amount: number; payment_intent: string };

describe("a call whose response is lost", () => {
  const lose = (path: string) =>
    sandbox.control.failNext({ method: "POST", path, mode: "lose", times: 1 });

  it("creates a customer and a session once, within a call and over two calls", async () => {
    lose("/v1/customers");
    lose("/v1/checkout/sessions");
    const { userId, customerId, request, page } = await open("monthly");
    expect(await calls.createCustomer({ userId }, `customer_${userId}`)).toBe(customerId);
    expect((await calls.openSession(request)).sessionId).toBe(page.sessionId);
    expect(await list(`checkout/sessions?customer=${customerId}`)).toHaveLength(1);
  });

  it("voids the invoice of a canceled subscription, within a call and over two calls", async () => {
    const { userId, page, customerId } = await open("trial");
    await pay(page.url, userId);
    const { subscription } = await calls.findSession(page.sessionId);
    sandbox.control.advance(2 * 86_400 + 600);
    lose("/v1/invoices/*/finalize");
    lose("/v1/invoices/*/void");
    sandbox.control.failNext({ method: "POST", path: "/v1/invoices/*/void", times: 3 });
    const id = subscription?.id ?? "";
    await expect(calls.cancel(id)).rejects.toEqual(unavailable);
    sandbox.control.clearFailures();
    await Promise.all([calls.cancel(id), calls.cancel(id), calls.cancel(id)]);
    const invoices = await list<Invoice>(`invoices?customer=${customerId}`);
    expect(invoices.map(({ status, total }) => [status, total])).toEqual([
      ["void", 1_999],
      ["paid", 0],
    ]);
  });

  it("makes a refund once", async () => {
    const { subscriptionId } = await subscribe();
    lose("/v1/refunds");
    const before = (await list<Refund>("refunds?limit=100")).length;
    await calls.cancelAndRefund(subscriptionId);
    await calls.cancelAndRefund(subscriptionId);
    expect(await list<Refund>("refunds?limit=100")).toHaveLength(before + 1);
  });
});

describe("the credit of a customer", () => {
  const post = (path: string, body: Record<string, string>) =>
    fetch(`${url}/v1/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${secretKey}` },
      body: new URLSearchParams(body),
    });
  /** In cents; credit is negative. */
  const balanceOf = async (customerId: string) => {
    const headers = { authorization: `Bearer ${secretKey}` };
    const found = await fetch(`${url}/v1/customers/${customerId}`, { headers });
    return ((await found.json()) as { balance: number }).balance;
  };
  const adjust = (customerId: string, amount: number) =>
    post(`customers/${customerId}/balance_transactions`, {
      amount: String(amount),
      currency: "usd",
    });

  it("is taken back once after a lost response, without what the seller gave", async () => {
    const buyer = await subscribe();
    const { subscriptionId, customerId } = buyer;
    const change = {
      subscriptionId,
      priceId: await calls.priceOf(findPlan("annual")),
      prorationAt: new Date(),
    };
    await calls.changePlan(change);
    await calls.changePlan({ ...change, priceId: buyer.request.priceId });
    const after = await balanceOf(customerId);
    expect(after).toBeLessThan(-19_000);
    await adjust(customerId, -700);
    const path = `/v1/customers/${customerId}/balance_transactions`;
    sandbox.control.failNext({ method: "POST", path, mode: "lose", times: 1 });
    const revocation = { paymentId: "pi_annual", subscriptionId, upToCents: 10_000, keepCents: 0 };
    expect(await calls.revokeCredit(revocation)).toEqual([]);
    expect(await calls.revokeCredit(revocation)).toEqual([]);
    expect(await balanceOf(customerId)).toBe(after - 700 + 10_000);
    const other = { ...revocation, paymentId: "pi_monthly", upToCents: 50_000 };
    await calls.revokeCredit({ ...other, keepCents: 1_000 });
    expect(await balanceOf(customerId)).toBe(-1_700);
    await calls.revokeCredit(other);
    expect(await balanceOf(customerId)).toBe(-700);
    await calls.revokeCredit({ ...revocation, upToCents: 0 });
    expect(await balanceOf(customerId)).toBe(-10_700);
  });

  it("is given back when the subscription that used it is undone", async () => {
    const { customerId, page, userId } = await open("monthly");
    await adjust(customerId, -1_500);
    await pay(page.url, userId);
    const { subscription } = await calls.findSession(page.sessionId);
    expect(await balanceOf(customerId)).toBe(0);
    await calls.cancelAndRefund(subscription?.id ?? "");
    await calls.cancelAndRefund(subscription?.id ?? "");
    expect(await balanceOf(customerId)).toBe(-1_500);
  });
});

describe("a partial refund by a command", () => {
  it("is made again when it has failed, and only then", async () => {
    const { customerId } = await subscribe();
    const [charge] = await list<Refund>(`charges?customer=${customerId}`);
    const paymentId = charge?.payment_intent ?? "";
    const refund = () =>
      calls.refund({ paymentId, part: { amountCents: 500, commandId: `cmd_${paymentId}` } });
    sandbox.control.setCards(customerId, "refund_fails");
    await refund();
    sandbox.control.advance(120);
    sandbox.control.setCards(customerId, "pays");
    for (let count = 0; count < 2; count += 1) await refund();
    const made = await list<{ status: string }>(`refunds?payment_intent=${paymentId}`);
    expect(made.map(({ status }) => status)).toEqual(["succeeded", "failed"]);
  });

  const buy = async () => {
    const { page, userId } = await open("lifetime");
    await pay(page.url, userId);
    const { paymentId = "" } = await calls.findSession(page.sessionId);
    const refund = { paymentId, part: { amountCents: 500, commandId: `cmd_${userId}` } };
    return { refund, made: () => list<Refund>(`refunds?payment_intent=${paymentId}`) };
  };

  it("is made once by two processes shortly before and after a full hour", async () => {
    const { refund, made } = await buy();
    const times = ["2026-11-22T11:59:59.999Z", "2026-11-22T12:00:00.000Z"].map(
      (at) => new Date(at),
    );
    clock = { now: () => times.shift() ?? new Date() };
    await Promise.all([calls.refund(refund), calls.refund(refund)]);
    expect(await made()).toMatchObject([{ amount: 500 }]);
  });

  it("is not marked as refused while another process makes it", async () => {
    const { refund, made } = await buy();
    sandbox.control.failNext({ method: "POST", path: "/v1/refunds", status: 409 });
    await expect(calls.refund(refund)).rejects.not.toMatchObject({ kind: "conflict" });
    await calls.refund(refund);
    expect(await made()).toMatchObject([{ amount: 500 }]);
  });
});

describe("a repeated provider call", () => {
  it("refunds only the rest of a payment that was partly refunded by hand", async () => {
    for (const amount of [500, 24_900]) {
      const { page, userId } = await open("lifetime");
      await pay(page.url, userId);
      const { paymentId = "" } = await calls.findSession(page.sessionId);
      await fetch(`${url}/v1/refunds`, {
        method: "POST",
        headers: { authorization: `Bearer ${secretKey}` },
        body: new URLSearchParams({ payment_intent: paymentId, amount: String(amount) }),
      });
      await calls.refund({ paymentId });
      await calls.refund({ paymentId });
      const refunds = await list<Refund>(`refunds?payment_intent=${paymentId}`);
      expect(refunds.reduce((sum, refund) => sum + refund.amount, 0)).toBe(24_900);
    }
  });

  it("cancels, stops and refunds a canceled subscription without a failure", async () => {
    const { subscriptionId } = await subscribe();
    await Promise.all([calls.cancel(subscriptionId), calls.cancel(subscriptionId)]);
    await calls.stopAtPeriodEnd(subscriptionId);
    await calls.cancelAndRefund(subscriptionId);
    expect((await calls.findSubscription(subscriptionId)).snapshot.status).toBe("canceled");
  });

  it("closes a page again and recognizes a paid one", async () => {
    const { page } = await open("monthly");
    expect(await calls.closeSession(page.sessionId)).toBe("closed");
    expect(await calls.closeSession(page.sessionId)).toBe("closed");
    const paid = await subscribe();
    expect(await calls.closeSession(paid.page.sessionId)).toBe("complete");
  });

  it("closes a page that another request closes at the same moment", async () => {
    const { page } = await open("monthly");
    const close = () => calls.closeSession(page.sessionId);
    expect(await Promise.all([close(), close(), close(), close()])).toEqual(
      Array(4).fill("closed"),
    );
  });
});

describe("an unavailable provider", () => {
  it("makes every call fail as unavailable", async () => {
    const { subscriptionId, request, page } = await subscribe();
    const { paymentId = subscriptionId } = await calls.findSession(page.sessionId);
    const requests: [string, "GET" | "POST" | "DELETE", string, () => Promise<unknown>][] = [
      [
        "customer",
        "POST",
        "/v1/customers",
        () => calls.createCustomer({ userId: newUser() }, "customer_down"),
      ],
      [
        "open",
        "POST",
        "/v1/checkout/sessions",
        () => calls.openSession({ ...request, checkoutId: "chk_down" }),
      ],
      ["close", "GET", "/v1/checkout/sessions/*", () => calls.closeSession(page.sessionId)],
      ["session", "GET", "/v1/checkout/sessions/*", () => calls.findSession(page.sessionId)],
      ["subscription", "GET", "/v1/subscriptions/*", () => calls.findSubscription(subscriptionId)],
      ["cancel", "DELETE", "/v1/subscriptions/*", () => calls.cancel(subscriptionId)],
      ["stop", "POST", "/v1/subscriptions/*", () => calls.stopAtPeriodEnd(subscriptionId)],
      ["refund", "POST", "/v1/refunds", () => calls.refund({ paymentId })],
      ["invoices", "GET", "/v1/invoices", () => calls.cancelAndRefund(subscriptionId)],
    ];
    const outcomes: [string, unknown][] = [];
    for (const [what, method, path, ask] of requests) {
      sandbox.control.failNext({ method, path, times: 10 });
      outcomes.push([what, await ask().catch((error: unknown) => error)]);
      sandbox.control.clearFailures();
    }
    expect(outcomes).toEqual(requests.map(([what]) => [what, unavailable]));
  });

  it("is reported differently from a missing object", async () => {
    const unknown: unknown = expect.objectContaining({ kind: "not-found" });
    await expect(calls.findSession("cs_test_unknown")).rejects.toEqual(unknown);
    await expect(calls.findSubscription("sub_unknown")).rejects.toEqual(unknown);
  });
});

it("returns the fingerprint of the card that a trial will charge", async () => {
  const { page, userId } = await open("trial");
  await pay(page.url, userId);
  await eventually(async () => {
    const session = await calls.findSession(page.sessionId);
    expect(session).toMatchObject({
      isComplete: true,
      isPaid: true,
      checkoutId: `chk_${userId}`,
      subscription: { plan: "trial", status: "trialing" },
    });
    expect(session.cardFingerprint).toMatch(/^\w{8,}$/);
  });
});

it("treats a disputed lifetime purchase as reversed until the dispute is won", async () => {
  const { page, userId } = await open("lifetime");
  await pay(page.url, userId);
  const find = () => calls.findSession(page.sessionId);
  const { paymentId = "" } = await find();
  const charges = await list<{ id: string; payment_intent: string }>("charges?limit=100");
  const charge = charges.find(({ payment_intent: id }) => id === paymentId)?.id ?? "";
  const dispute = sandbox.control.dispute(charge)?.id ?? "";
  expect(await find()).toMatchObject({ isPaid: true, isReversed: true });
  sandbox.control.closeDispute(dispute, "won");
  expect(await find()).toMatchObject({ isReversed: false });
});
