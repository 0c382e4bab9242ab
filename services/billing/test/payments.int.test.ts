import type { Caller } from "@orbline/kit/auth";
import { eventually } from "@orbline/kit/testing/eventually";
import type { WebhooksResponse } from "@orbline/proto/http/admin/operations";
import { type RevenueResponse, revenueResponseSchema } from "@orbline/proto/http/admin/payments";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buyers } from "./buyers.ts";
import { startMailServer } from "./mail-server.ts";
import { adminGet, call, operationsGrpc, pay, startSystem, type System, user } from "./service.ts";

let system: System;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let admin: ReturnType<typeof operationsGrpc>;

beforeAll(async () => {
  mail = await startMailServer();
  system = await startSystem({ SMTP_URL: mail.url });
  admin = operationsGrpc(system.billing.grpcPort);
});
afterAll(async () => {
  admin.close();
  await system.stop();
  await mail.stop();
});
afterEach(() => {
  system.sandbox.control.setWebhooks({ drop: false, duplicates: 0 });
  system.sandbox.control.clearFailures();
});

const { signUp, statusOf, becomes } = buyers(() => system);
const page = { limit: 0, cursor: "" };

const paymentsOf = async (userId: string) =>
  (await admin.ListPayments({ ...page, userId })).payments;

const webhooksOf = (query: string) =>
  adminGet<WebhooksResponse>(system.billing.port, `/api/admin/webhooks?${query}`);

/** Buys a plan and waits until its payment is known. */
const buy = async (plan: string, affiliateCode?: string) => {
  const buyer = await signUp({ plan, ...(affiliateCode && { affiliateCode }) });
  await pay(buyer.checkoutUrl, buyer.name);
  await becomes(buyer.userId, plan === "trial" ? "trialing" : "active");
  const payment = await eventually(async () => {
    const [found] = await paymentsOf(buyer.userId);
    expect(found).toBeDefined();
    return found;
  });
  return { ...buyer, paymentId: payment?.id ?? "" };
};

const receiptsOf = async (name: string) =>
  (await mail.to(`${name}@example.com`)).filter((text) => text.includes("receipt"));

const refund = (order: { paymentId: string; amountCents?: number; commandId: string }) =>
  admin.RefundPayment(order);

const month = () => new Date().toISOString().slice(0, 7);

describe("a payment", () => {
  it("is listed with the affiliate conversion and has an emailed receipt", async () => {
    const { userId, paymentId, name } = await buy("annual", "SARA10");
    await eventually(async () =>
      expect((await paymentsOf(userId))[0]).toMatchObject({
        id: paymentId,
        status: "succeeded",
        plan: "annual",
        amountCents: 21_589,
        conversion: { code: "SARA10", amountCents: 21_589, currency: "usd", source: "auth_screen" },
      }),
    );
    await eventually(async () => {
      const mails = await mail.to(`${name}@example.com`);
      const receipt = mails.find((text) => text.includes("receipt"));
      expect(receipt).toContain("$215.89");
      expect(receipt).toContain("Annual plan");
      expect(receipt).toContain("cancel at any time");
      expect(receipt).toContain("http://127.0.0.1:8080/account");
    });
  });

  it("counts once and has one receipt, however often its webhooks arrive", async () => {
    system.sandbox.control.setWebhooks({ duplicates: 3 });
    const { userId, paymentId, name } = await buy("monthly");
    await eventually(async () => expect(await receiptsOf(name)).toHaveLength(1));
    const { webhooks } = await webhooksOf("limit=200");
    const about = webhooks.filter(({ type }) => type === "invoice.paid");
    for (const { id } of about) await admin.ReplayWebhook({ id });
    await eventually(async () => {
      expect((await webhooksOf("outcome=open")).webhooks).toEqual([]);
    });
    expect(await paymentsOf(userId)).toMatchObject([{ id: paymentId, status: "succeeded" }]);
    expect(await receiptsOf(name)).toHaveLength(1);
  });

  it("is not recorded for a trial, whose email contains date and amount of the first charge", async () => {
    const { checkoutUrl, name, userId } = await signUp({ plan: "trial" });
    await pay(checkoutUrl, name);
    await becomes(userId, "trialing");
    await eventually(async () => {
      const mails = await mail.to(`${name}@example.com`);
      const notice = mails.find((text) => text.includes("free trial"));
      expect(notice).toContain("first charge on");
      expect(notice).toContain("$19.99");
    });
    expect(await paymentsOf(userId)).toEqual([]);
  });
});

describe("a refund", () => {
  it("of a part is made once for each command and keeps access, and of the rest ends access", async () => {
    const { userId, paymentId, name } = await buy("monthly");
    const part = { paymentId, amountCents: 500, commandId: `part-${paymentId}` };
    for (const _again of [1, 2]) {
      const { payment } = await refund(part);
      expect(payment).toMatchObject({ status: "succeeded", refundedCents: 500 });
    }
    expect((await statusOf(userId)).status).toBe("active");
    await expect(
      refund({ paymentId, amountCents: 1_500, commandId: `much-${paymentId}` }),
    ).rejects.toMatchObject({ kind: "invalid", code: "refund.amount" });
    const rest = { paymentId, commandId: `rest-${paymentId}` };
    const { payment, subscription } = await refund(rest);
    expect(payment).toMatchObject({ status: "refunded", refundedCents: 1_999 });
    expect(subscription).toMatchObject({ status: "canceled", entitled: false });
    expect((await statusOf(userId)).status).toBe("canceled");
    await eventually(async () =>
      expect((await system.grpc.GetSubscription({ userId })).provider?.status).toBe("canceled"),
    );
    await eventually(async () =>
      expect((await paymentsOf(userId))[0]).toMatchObject({ id: paymentId, status: "refunded" }),
    );
    const again = { paymentId, commandId: `again-${paymentId}` };
    await expect(refund(again)).rejects.toMatchObject({ kind: "conflict" });
    await eventually(async () =>
      expect((await mail.to(`${name}@example.com`)).join()).toContain("refund of $14.99"),
    );
  });

  it("ends lifetime access when it was made in Stripe", async () => {
    const { userId, paymentId } = await buy("lifetime");
    const { env } = system;
    await fetch(`${env["STRIPE_API_BASE"]}/v1/refunds`, {
      method: "POST",
      headers: { authorization: `Bearer ${env["STRIPE_SECRET_KEY"]}` },
      body: new URLSearchParams({ payment_intent: paymentId }),
    });
    await becomes(userId, "canceled");
  });

  it("is pending while the provider is down and is made afterward", async () => {
    const { paymentId } = await buy("lifetime");
    const failure = { method: "POST", path: "/v1/refunds", times: 1_000 } as const;
    system.sandbox.control.failNext(failure);
    const order = { paymentId, commandId: `down-${paymentId}` };
    await expect(refund(order)).rejects.toMatchObject({ kind: "unavailable" });
    system.sandbox.control.clearFailures();
    await eventually(async () => {
      const { payments } = await admin.ListPayments({ ...page, id: paymentId });
      expect(payments).toMatchObject([{ status: "refunded" }]);
    });
  });
});

it("ends access for a disputed payment at once and restores it when the dispute is won", async () => {
  const { userId, paymentId } = await buy("lifetime");
  const { control } = system.sandbox;
  const { env } = system;
  const headers = { authorization: `Bearer ${env["STRIPE_SECRET_KEY"]}` };
  const intent = await fetch(`${env["STRIPE_API_BASE"]}/v1/payment_intents/${paymentId}`, {
    headers,
  });
  const { latest_charge: charge } = (await intent.json()) as { latest_charge: string };
  const dispute = control.dispute(charge)?.id ?? "";
  await becomes(userId, "canceled");
  await eventually(async () => {
    const { payments } = await admin.ListPayments({ ...page, userId, status: "disputed" });
    expect(payments).toMatchObject([{ id: paymentId }]);
  });
  control.closeDispute(dispute, "won");
  await becomes(userId, "active");
});

it("sums payments and refunds by month and plan in the revenue report", async () => {
  const revenueOf = (months: string) =>
    adminGet<RevenueResponse>(system.billing.port, `/api/admin/revenue${months}`);
  const before = await revenueOf("");
  const { paymentId } = await buy("lifetime", "FIGURES");
  await refund({ paymentId, amountCents: 900, commandId: `figures-${paymentId}` });
  const lifetimes = ({ active }: RevenueResponse) =>
    active.find(({ plan }) => plan === "lifetime")?.users ?? 0;
  await eventually(async () => {
    const after = await revenueOf("");
    expect(revenueResponseSchema.parse(after)).toEqual(after);
    expect(after.total.grossCents - before.total.grossCents).toBe(24_900);
    expect(after.total.refundedCents - before.total.refundedCents).toBe(900);
    expect(after.total.netCents - before.total.netCents).toBe(24_000);
    expect(after.months).toHaveLength(12);
    expect(after.months.at(-1)).toMatchObject({ month: month(), ...after.total });
    expect(after.affiliates.cents - before.affiliates.cents).toBe(24_900);
    expect(lifetimes(after) - lifetimes(before)).toBe(1);
  });
  expect((await revenueOf(`?from=${month()}`)).total).toEqual((await revenueOf("")).total);
  for (const months of ["from=2026-13", "from=november", "from=2026-12&to=2026-11", "from=2020-01"])
    await expect(revenueOf(`?${months}`)).rejects.toThrow("400");
});

it.each(["webhooks", "revenue"])("serves the list of %s to admins only", async (list) => {
  const get = (as?: Caller) =>
    call(system.billing.port, "GET", `/api/admin/${list}`, as ? { as } : {});
  expect((await get()).status).toBe(401);
  expect((await get(user("usr_1"))).status).toBe(403);
});

it("returns the payments page by page, newest first, each row once", async () => {
  const seen: string[] = [];
  let cursor = "";
  do {
    const { payments, nextCursor } = await admin.ListPayments({ limit: 2, cursor });
    expect(payments.length).toBeLessThanOrEqual(2);
    seen.push(...payments.map(({ id }) => id));
    cursor = nextCursor;
  } while (cursor);
  expect(new Set(seen).size).toBe(seen.length);
  const { payments: all } = await admin.ListPayments({ limit: 200, cursor: "" });
  expect(seen).toEqual(all.map(({ id }) => id));
  await expect(admin.ListPayments({ limit: 2, cursor: "wrong" })).rejects.toMatchObject({
    kind: "invalid",
  });
  await expect(admin.ReplayWebhook({ id: "evt_none" })).rejects.toMatchObject({
    kind: "not-found",
  });
});
