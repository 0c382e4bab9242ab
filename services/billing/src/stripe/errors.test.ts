import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPlan } from "../domain/plans.ts";
import type { PaymentProvider } from "../use-cases/payment-provider.ts";
import { stripeProvider } from "./provider.ts";

type Answer = { status: number; body: object };

let server: Server;
let calls: PaymentProvider;
let answer: Answer;
beforeAll(async () => {
  server = createServer((request, response) => {
    const isAccount = request.url === "/v1/account";
    const { status, body } = isAccount ? { status: 200, body: { id: "acct_1" } } : answer;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const config = {
    STRIPE_SECRET_KEY: "sk_test_unit_of_errors",
    STRIPE_API_BASE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    STRIPE_WEBHOOK_SECRET: [],
    PUBLIC_ORIGIN: "http://127.0.0.1:8080",
  };
  const rememberAccount = (id: string) => Promise.resolve(id);
  calls = stripeProvider({ config, clock: { now: () => new Date() } }, { rememberAccount });
});
afterAll(async () => {
  server.closeAllConnections();
  await server[Symbol.asyncDispose]();
});

const missing = { type: "invalid_request_error", code: "resource_missing", message: "No such …" };

describe.each([
  ["an id in the path", 404],
  ["an id in a parameter", 400],
])("when Stripe does not know %s", (_by, status) => {
  beforeAll(() => {
    answer = { status, body: { error: missing } };
  });

  const request = {
    checkoutId: "chk_1",
    plan: findPlan("monthly"),
    priceId: "price_1",
    customerId: "cus_gone",
    returnPages: "subscription" as const,
  };
  const change = { subscriptionId: "sub_gone", priceId: "price_gone", prorationAt: new Date() };
  const part = { amountCents: 1, commandId: "cmd_1" };

  it.each<[string, () => Promise<unknown>]>([
    ["openSession", () => calls.openSession(request)],
    ["openPortal", () => calls.openPortal("cus_gone")],
    ["isDeleted", () => calls.isDeleted("cus_gone")],
    ["eraseCustomer", () => calls.eraseCustomer("cus_gone")],
    ["findSession", () => calls.findSession("cs_gone")],
    ["findSubscription", () => calls.findSubscription("sub_gone")],
    ["findPayment", () => calls.findPayment("pi_gone")],
    ["findInvoice", () => calls.findInvoice("in_gone")],
    ["refund", () => calls.refund({ paymentId: "pi_gone" })],
    ["a partial refund", () => calls.refund({ paymentId: "pi_gone", part })],
    ["cancel", () => calls.cancel("sub_gone")],
    ["cancelAndRefund", () => calls.cancelAndRefund("sub_gone")],
    ["stopAtPeriodEnd", () => calls.stopAtPeriodEnd("sub_gone")],
    ["resume", () => calls.resume("sub_gone")],
    ["previewChange", () => calls.previewChange(change)],
    ["changePlan", () => calls.changePlan(change)],
  ])("throws not-found from %s", async (_name, call) => {
    await expect(call()).rejects.toMatchObject({ kind: "not-found", code: "payments.not-found" });
  });

  it("returns no invoices and no open pages of a customer", async () => {
    expect(await calls.listInvoices("cus_gone")).toEqual([]);
    expect(await calls.findOpenSessions("cus_gone")).toEqual([]);
  });
});

it("returns a next attempt for open invoices only, not for drafts", async () => {
  const invoice = { created: 100, total: 1_999, amount_paid: 0, currency: "usd" };
  const rows = ["draft", "open", "paid", "uncollectible", "void"].map((status) => ({
    ...invoice,
    id: `in_${status}`,
    status,
    next_payment_attempt: 200,
  }));
  answer = { status: 200, body: { object: "list", data: rows } };
  const listed = await calls.listInvoices("cus_1");
  const attempts = listed.map(({ status, nextAttemptAt }) => [status, nextAttemptAt]);
  expect(attempts).toEqual([
    ["draft", undefined],
    ["open", new Date(200_000)],
    ["paid", undefined],
    ["uncollectible", undefined],
    ["void", undefined],
  ]);
});
