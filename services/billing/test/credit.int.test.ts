import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buyers } from "./buyers.ts";
import { call, operationsGrpc, pay, startSystem, type System, user } from "./service.ts";

let system: System;
let admin: ReturnType<typeof operationsGrpc>;
beforeAll(async () => {
  system = await startSystem();
  admin = operationsGrpc(system.billing.grpcPort);
});
afterAll(async () => {
  admin.close();
  await system.stop();
});

const { signUp, checkout, statusOf, becomes, customerOf, askProvider } = buyers(() => system);

/** The customer's balance at the provider in cents; credit is negative. */
const balanceOf = async (userId: string) =>
  (await askProvider<{ balance: number }>(`customers/${await customerOf(userId)}`)).balance;

const hasBalance = (userId: string, cents: number) =>
  eventually(async () => expect(await balanceOf(userId)).toBe(cents));

const live = (seconds: number) => {
  system.time.advance(seconds * 1_000);
  system.sandbox.control.advance(seconds);
};

const liveIntoNextPeriod = async (userId: string, seconds: number) => {
  const { periodEnd } = await statusOf(userId);
  live((Date.parse(periodEnd ?? "") - system.time.clock.now().getTime()) / 1_000 + seconds);
};

const change = (userId: string, plan: string) =>
  call<{ code?: string }>(system.billing.port, "POST", "/api/subscription/change", {
    as: user(userId),
    body: { plan },
  });

const buy = async (plan: string) => {
  const buyer = await signUp({ plan });
  const { userId, name } = buyer;
  await pay(buyer.checkoutUrl, name);
  await becomes(userId, "active");
  const paymentId = await eventually(async () => {
    const { payments } = await admin.ListPayments({ limit: 0, cursor: "", userId });
    expect(payments).toHaveLength(1);
    return payments[0]?.id ?? "";
  });
  return { userId, name, paymentId };
};

/** A user who paid for a year and changed to the monthly plan, with the rest of the year as credit. */
const downgraded = async () => {
  const buyer = await buy("annual");
  await change(buyer.userId, "monthly");
  expect(await balanceOf(buyer.userId)).toBe(1_999 - 21_589);
  return buyer;
};

const dispute = async (paymentId: string) => {
  const { latest_charge: charge } = await askProvider<{ latest_charge: string }>(
    `payment_intents/${paymentId}`,
  );
  return system.sandbox.control.dispute(charge)?.id ?? "";
};

describe("the credit of a downgrade", () => {
  it("is taken back when the payment behind it is refunded in full, and stays after a refund in part", async () => {
    const { userId, paymentId } = await downgraded();
    await admin.RefundPayment({ paymentId, amountCents: 500, commandId: `part-${userId}` });
    // This order also runs every effect that the first one has left.
    await admin.RefundPayment({ paymentId, amountCents: 100, commandId: `more-${userId}` });
    expect((await statusOf(userId)).status).toBe("active");
    expect(await balanceOf(userId)).toBe(-19_590);
    await admin.RefundPayment({ paymentId, commandId: `rest-${userId}` });
    await hasBalance(userId, 0);
    await becomes(userId, "canceled");
  });

  it("is taken back during a dispute and given back when the dispute is won", async () => {
    const { userId, paymentId } = await downgraded();
    const id = await dispute(paymentId);
    await hasBalance(userId, 0);
    system.sandbox.control.closeDispute(id, "won");
    await hasBalance(userId, -19_590);
    await becomes(userId, "active");
  });

  it("ends the subscription that has used it during a dispute, and restores it when the dispute is won", async () => {
    const { userId, name, paymentId } = await downgraded();
    const as = user(userId);
    await call(system.billing.port, "POST", "/api/subscription/cancel", { as, body: {} });
    live(32 * 86_400);
    await becomes(userId, "canceled");
    const { body } = await checkout(userId, "monthly");
    await pay(body.checkoutUrl ?? "", name);
    await becomes(userId, "active");
    expect((await change(userId, "annual")).status).toBe(200);
    const id = await dispute(paymentId);
    await becomes(userId, "canceled");
    system.sandbox.control.closeDispute(id, "won");
    await becomes(userId, "active");
  });

  it("stays when the refunded payment is not the one behind it", async () => {
    const { userId, paymentId } = await buy("monthly");
    await change(userId, "annual");
    await change(userId, "monthly");
    const balance = await balanceOf(userId);
    expect(balance).toBeLessThan(-19_000);
    await admin.RefundPayment({ paymentId, commandId: `first-${userId}` });
    await becomes(userId, "canceled");
    await eventually(async () => {
      const { payments } = await admin.ListPayments({ limit: 0, cursor: "", userId });
      expect(payments.map(({ status }) => status).toSorted()).toEqual(["refunded", "succeeded"]);
    });
    expect(await balanceOf(userId)).toBe(balance);
  });

  it("is taken back when a renewal is refunded, although the year before is paid", async () => {
    const { userId } = await buy("annual");
    live(366 * 86_400);
    const renewal = await eventually(async () => {
      const { payments } = await admin.ListPayments({ limit: 0, cursor: "", userId });
      expect(payments).toHaveLength(2);
      return payments[0]?.id ?? "";
    });
    await change(userId, "monthly");
    expect(await balanceOf(userId)).toBeLessThan(-19_000);
    await admin.RefundPayment({ paymentId: renewal, commandId: `renewal-${userId}` });
    await hasBalance(userId, 0);
  });

  it("does not arise from a payment of which a part was refunded before", async () => {
    const { userId, paymentId } = await buy("annual");
    await admin.RefundPayment({ paymentId, amountCents: 20_000, commandId: `part-${userId}` });
    const refused = await change(userId, "monthly");
    expect(refused).toMatchObject({ status: 409, body: { code: "payment.part-refunded" } });
    expect(await balanceOf(userId)).toBe(0);
  });

  it("does not arise from a renewal that was written off", async () => {
    const { userId } = await buy("annual");
    const customer = await customerOf(userId);
    system.sandbox.control.setCards(customer, "declines");
    await liveIntoNextPeriod(userId, 7_200);
    await eventually(async () => expect((await statusOf(userId)).graceUntil).not.toBeNull());
    const { data } = await askProvider<{ data: { id: string }[] }>(`invoices?customer=${customer}`);
    const { STRIPE_API_BASE: url, STRIPE_SECRET_KEY: key } = system.env;
    await fetch(`${url}/v1/invoices/${data[0]?.id}/mark_uncollectible`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
    });
    await eventually(async () => expect((await statusOf(userId)).graceUntil).toBeNull());
    const refused = await change(userId, "monthly");
    expect(refused).toMatchObject({ status: 409, body: { code: "subscription.unpaid" } });
    expect(await balanceOf(userId)).toBe(0);
  });

  it("does not arise while the invoice of a renewal is not paid", async () => {
    const buyer = await signUp({ plan: "trial" });
    const { userId } = buyer;
    await pay(buyer.checkoutUrl, buyer.name);
    await becomes(userId, "trialing");
    expect((await change(userId, "annual")).status).toBe(200);
    await liveIntoNextPeriod(userId, 60);
    await becomes(userId, "active");
    const refused = await change(userId, "monthly");
    expect(refused).toMatchObject({ status: 409, body: { code: "subscription.unpaid" } });
    live(2 * 3_600);
    expect((await change(userId, "monthly")).status).toBe(200);
  });
});
