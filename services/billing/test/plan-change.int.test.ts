import { eventually } from "@orbline/kit/testing/eventually";
import type { ChangePreviewResponse } from "@orbline/proto/http/billing/plan-change";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { stripeClient } from "../src/stripe/client.ts";
import { changePlan } from "../src/stripe/plan-change.ts";
import { buyers } from "./buyers.ts";
import { call, pay, startSystem, type System, user } from "./service.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const { signUp, statusOf, becomes, customerOf, askProvider, atProvider } = buyers(() => system);

/** Attaches to a customer and declines every charge. */
const savedThenFails = "4000 0000 0000 0341";

const live = (seconds: number) => {
  system.time.advance(seconds * 1_000);
  system.sandbox.control.advance(seconds);
};

const buy = async (plan: string, card?: string) => {
  const buyer = await signUp({ plan });
  await pay(buyer.checkoutUrl, buyer.name, card);
  await becomes(buyer.userId, plan === "trial" ? "trialing" : "active");
  return buyer.userId;
};

const post = <Body>(path: string, userId: string, body: object) =>
  call<Body & { message?: string; code?: string }>(system.billing.port, "POST", path, {
    as: user(userId),
    body,
  });

const preview = async (userId: string, plan: string) =>
  post<ChangePreviewResponse>("/api/subscription/change/preview", userId, { plan });

const change = (userId: string, body: object) =>
  post<SubscriptionStatusResponse>("/api/subscription/change", userId, body);

type Bill = { total: number; amount_paid: number; status: string };
const billsOf = async (userId: string) =>
  atProvider<Bill>(`invoices?limit=100&customer=${await customerOf(userId)}`);

it("charges the previewed amount for an upgrade, less the rest of the month", async () => {
  const userId = await buy("monthly");
  const { body: shown } = await preview(userId, " 'annual' ");
  expect(shown).toMatchObject({ currentPlan: "monthly", plan: "annual", renewalCents: 21_589 });
  expect(shown.creditCents).toBeGreaterThan(1_900);
  expect(shown.dueNowCents).toBe(21_589 - shown.creditCents);
  expect((await statusOf(userId)).plan).toBe("monthly");

  const { body } = await change(userId, { plan: "annual", prorationAt: shown.prorationAt });
  expect(body).toMatchObject({ status: "active", plan: "annual", tier: "premium_annual" });
  // The new period begins with the change, and the period of the preview with the preview.
  const laterMs = Date.parse(body.periodEnd ?? "") - Date.parse(shown.renewsAt);
  expect(laterMs).toBeGreaterThanOrEqual(0);
  expect(laterMs).toBeLessThan(600_000);
  expect(await billsOf(userId)).toContainEqual(
    expect.objectContaining({ total: shown.dueNowCents, status: "paid" }),
  );
});

it("charges nothing for a downgrade and keeps the rest as credit", async () => {
  const userId = await buy("annual");
  const { body: shown } = await preview(userId, "monthly");
  expect(shown.dueNowCents).toBe(0);
  expect(shown.creditLeftCents).toBe(shown.creditCents - 1_999);
  const { body } = await change(userId, { plan: "monthly", prorationAt: shown.prorationAt });
  expect(body).toMatchObject({ status: "active", plan: "monthly", tier: "premium" });
});

it("continues a trial with the new plan and charges nothing before its end", async () => {
  const userId = await buy("trial");
  const before = await statusOf(userId);
  const { body: shown } = await preview(userId, "annual");
  expect(shown).toMatchObject({ currentPlan: "trial", dueNowCents: 0, creditCents: 0 });
  expect(shown.renewsAt).toBe(before.periodEnd);
  const { body } = await change(userId, { plan: "annual" });
  expect(body).toMatchObject({ status: "trialing", periodEnd: before.periodEnd });
});

it("changes nothing when the card is declined, and says so", async () => {
  const userId = await buy("monthly");
  system.sandbox.control.setCards(await customerOf(userId), "declines");
  const refused = await change(userId, { plan: "annual" });
  expect([refused.status, refused.body.code]).toEqual([409, "payment.declined"]);
  expect((await statusOf(userId)).plan).toBe("monthly");
});

it("bills the time of each plan when its user changes it again and again with old previews", async () => {
  const userId = await buy("annual");
  const { periodEnd: before } = await statusOf(userId);
  for (let round = 0; round < 40; round += 1) {
    const prorationAt = system.time.clock.now().toISOString();
    live(10 * 60 - 10);
    for (const body of [{ plan: "monthly", prorationAt }, { plan: "annual" }])
      expect((await change(userId, body)).status).toBe(200);
  }
  const { periodEnd: after } = await statusOf(userId);
  const gainedMs = Date.parse(after ?? "") - Date.parse(before ?? "");
  expect(gainedMs).toBeGreaterThan(6 * 3_600_000);
  const paid = (await billsOf(userId)).reduce((sum, { amount_paid: cents }) => sum + cents, 0);
  const { balance } = await askProvider<{ balance: number }>(
    `customers/${await customerOf(userId)}`,
  );
  expect(paid + balance - 21_589).toBeGreaterThan((0.9 * 21_589 * gainedMs) / (365 * 86_400_000));
});

it("keeps a cancellation that arrives while the plan changes", async () => {
  const userId = await buy("monthly");
  const { providerSubscriptionId: subscriptionId = "" } = await system.grpc.GetSubscription({
    userId,
  });
  const stripe = stripeClient({
    STRIPE_SECRET_KEY: system.env["STRIPE_SECRET_KEY"] ?? "",
    STRIPE_API_BASE: system.env["STRIPE_API_BASE"],
  });
  const update = stripe.subscriptions.update.bind(stripe.subscriptions);
  vi.spyOn(stripe.subscriptions, "update").mockImplementationOnce(async (...params) => {
    await post("/api/subscription/cancel", userId, {});
    return update(...params);
  });
  const [price] = (await stripe.prices.list({ lookup_keys: ["annual"] })).data;
  const prorationAt = system.time.clock.now();
  await changePlan(stripe, { subscriptionId, priceId: price?.id ?? "", prorationAt });
  await eventually(async () =>
    expect((await statusOf(userId)).recurring).toMatchObject({
      plan: "annual",
      cancelAtPeriodEnd: true,
    }),
  );
  expect((await change(userId, { plan: "monthly" })).body.recurring).toMatchObject({
    plan: "monthly",
    cancelAtPeriodEnd: false,
  });
});

it("refuses an impossible change with a message", async () => {
  const nobody = (await signUp()).userId;
  expect((await change(nobody, { plan: "annual" })).body.code).toBe("subscription.none");
  const owner = await buy("lifetime");
  expect((await preview(owner, "annual")).body.code).toBe("subscription.none");
  const monthly = await buy("monthly");
  expect((await preview(monthly, "monthly")).body.code).toBe("plan.same");
  const old = new Date(Date.now() - 3_600_000).toISOString();
  expect((await change(monthly, { plan: "annual", prorationAt: old })).body.code).toBe(
    "preview.old",
  );
  const lifetime = await preview(monthly, "lifetime");
  expect([lifetime.status, lifetime.body.message]).toEqual([
    400,
    "Please choose the monthly or the annual plan.",
  ]);
});

it("needs a proof of the last ten minutes to charge the card, to resume or to open the portal, and none to cancel", async () => {
  const userId = await buy("monthly");
  const stale = { ...user(userId), provenAtMs: Date.now() - 11 * 60_000 };
  const send = (path: string, body: object) =>
    call<{ code?: string }>(system.billing.port, "POST", path, { as: stale, body });
  for (const refused of [
    await send("/api/subscription/change", { plan: "annual" }),
    await send("/api/billing-portal", {}),
    await send("/api/subscription/resume", {}),
  ])
    expect(refused).toMatchObject({ status: 403, body: { code: "proof_required" } });
  expect((await statusOf(userId)).plan).toBe("monthly");
  expect((await send("/api/subscription/cancel", {})).status).toBe(200);
});

it("leaves the access that of a trial for other services until the first charge is paid", async () => {
  const seen = async (userId: string) => {
    const { trialing } = await system.grpc.GetEntitlement({ userId });
    const { status, graceUntil } = await statusOf(userId);
    return { trialing, status, isFailed: graceUntil !== null };
  };
  const charged = await buy("trial");
  const failing = await buy("trial", savedThenFails);
  const paid = await buy("monthly");
  expect(await system.grpc.GetEntitlement({ userId: paid })).toMatchObject({ trialing: false });
  for (const userId of [charged, failing]) {
    expect((await change(userId, { plan: "annual" })).status).toBe(200);
    expect(await seen(userId)).toEqual({ trialing: true, status: "trialing", isFailed: false });
  }
  live(2 * 86_400 + 60);
  for (const userId of [charged, failing])
    await eventually(async () =>
      expect(await seen(userId)).toEqual({ trialing: true, status: "active", isFailed: false }),
    );
  live(2 * 3_600);
  await eventually(async () => {
    const active = { trialing: false, status: "active", isFailed: false };
    expect(await seen(charged)).toEqual(active);
    expect(await seen(failing)).toEqual({ trialing: true, status: "trialing", isFailed: true });
  });
});
