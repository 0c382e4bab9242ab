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

const { signUp, statusOf, becomes, customerOf, askProvider } = buyers(() => system);

/** The customer's balance at the provider in cents; credit is negative. */
const balanceOf = async (userId: string) =>
  (await askProvider<{ balance: number }>(`customers/${await customerOf(userId)}`)).balance;

/** A user who paid for a year and changed to the monthly plan, with the rest of the year as credit. */
const downgraded = async () => {
  const buyer = await signUp({ plan: "annual" });
  const { userId } = buyer;
  await pay(buyer.checkoutUrl, buyer.name);
  await becomes(userId, "active");
  const options = { as: user(userId), body: { plan: "monthly" } };
  await call(system.billing.port, "POST", "/api/subscription/change", options);
  const paymentId = await eventually(async () => {
    const { payments } = await admin.ListPayments({ limit: 0, cursor: "", userId });
    expect(payments).toHaveLength(1);
    return payments[0]?.id ?? "";
  });
  const { latest_charge: charge } = await askProvider<{ latest_charge: string }>(
    `payment_intents/${paymentId}`,
  );
  expect(await balanceOf(userId)).toBe(1_999 - 21_589);
  return { userId, paymentId, charge };
};

const hasBalance = (userId: string, cents: number) =>
  eventually(async () => expect(await balanceOf(userId)).toBe(cents));

describe("the credit of a downgrade", () => {
  it("is taken back when the payment behind it is refunded in full, and stays after a refund in part", async () => {
    const { userId, paymentId } = await downgraded();
    await admin.RefundPayment({ paymentId, amountCents: 500, commandId: `part-${userId}` });
    expect((await statusOf(userId)).status).toBe("active");
    expect(await balanceOf(userId)).toBe(-19_590);
    await admin.RefundPayment({ paymentId, commandId: `rest-${userId}` });
    await hasBalance(userId, 0);
    await becomes(userId, "canceled");
  });

  it("is taken back during a dispute and given back when the dispute is won", async () => {
    const { control } = system.sandbox;
    const { userId, charge } = await downgraded();
    const dispute = control.dispute(charge)?.id ?? "";
    await hasBalance(userId, 0);
    control.closeDispute(dispute, "won");
    await hasBalance(userId, -19_590);
    await becomes(userId, "active");
  });
});
