import { eventually } from "@orbline/kit/testing/eventually";
import type { InvoicesResponse } from "@orbline/proto/http/billing/checkout";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buyers } from "./buyers.ts";
import { readStates } from "./states.ts";
import { call, pay, startSystem, type System, user } from "./service.ts";

const dayMs = 86_400_000;

let system: System;
let states: Awaited<ReturnType<typeof readStates>>;
beforeAll(async () => {
  system = await startSystem();
  states = await readStates();
});
afterAll(async () => {
  await states.close();
  await system.stop();
});
afterEach(() => {
  system.sandbox.control.setWebhooks({ drop: false });
  system.sandbox.control.clearFailures();
});

const { signUp, checkout, statusOf, verify, becomes, atProvider, customerOf } = buyers(
  () => system,
);

type Row = { id: string; status: string };

const subscribe = async (plan: string) => {
  const buyer = await signUp({ plan });
  await pay(buyer.checkoutUrl, buyer.name);
  await eventually(async () => expect((await statusOf(buyer.userId)).accessUntil).not.toBeNull());
  return buyer;
};

it("keeps one subscription when two tabs pay, and cancels and refunds the newer one", async () => {
  const { control } = system.sandbox;
  const first = await signUp({ plan: "monthly" });
  control.failNext({
    method: "POST",
    path: `/v1/checkout/sessions/${first.sessionId}/expire`,
    times: 10,
  });
  const second = await checkout(first.userId, "monthly");
  expect(second.body.success).toBe(true);
  control.clearFailures();
  expect((await pay(first.checkoutUrl, first.name)).status).toBe(303);
  await becomes(first.userId, "active");
  expect((await pay(second.body.checkoutUrl ?? "", first.name)).status).toBe(303);
  const customer = await customerOf(first.userId);
  await eventually(async () => {
    const all = await atProvider<Row>(`subscriptions?status=all&customer=${customer}`);
    expect(all.map(({ status }) => status).toSorted()).toEqual(["active", "canceled"]);
    const refunds = await atProvider<{ amount: number }>("refunds");
    expect(refunds.map(({ amount }) => amount)).toEqual([1_999]);
  });
  expect((await statusOf(first.userId)).status).toBe("active");
  const verified = await verify(second.body.sessionId ?? "", user(first.userId));
  expect(verified).toEqual({
    success: false,
    error:
      "You already have an active subscription. This second payment was canceled and refunded.",
  });
});

it("closes the older page when a newer checkout begins", async () => {
  const first = await signUp({ plan: "monthly" });
  await checkout(first.userId, "annual");
  expect((await pay(first.checkoutUrl, first.name)).status).not.toBe(303);
});

describe("an admin", () => {
  it("grants days on top of days and cancels all at once, without effect when repeated", async () => {
    const { userId } = await signUp();
    const { grpc } = system;
    const grant = { userId, durationDays: 30, commandId: `grant-${userId}` };
    const granted = await grpc.ActivateSubscription(grant);
    expect(granted.subscription).toMatchObject({
      status: "active",
      tier: "premium",
      entitled: true,
    });
    expect((await grpc.ActivateSubscription(grant)).version).toBe(granted.version);
    const cancel = { userId, commandId: `cancel-${userId}` };
    const canceled = await grpc.CancelSubscription(cancel);
    expect(canceled.subscription).toMatchObject({ status: "canceled", tier: "free" });
    await expect(grpc.ActivateSubscription({ ...grant, durationDays: 2 })).rejects.toThrow(
      "Duration must be 1, 7, 30, 90 or 365 days.",
    );
    await expect(grpc.ActivateSubscription({ ...grant, userId: "usr_nobody" })).rejects.toThrow(
      expect.objectContaining({ kind: "not-found" }),
    );
  });

  it("grants days beside a subscription whose renewal stays visible and can be stopped", async () => {
    const { userId } = await subscribe("monthly");
    const { periodEnd } = await statusOf(userId);
    const recurring = { plan: "monthly", periodEnd, cancelAtPeriodEnd: false };
    const grant = { userId, durationDays: 365, commandId: `grant-${userId}` };
    await system.grpc.ActivateSubscription(grant);
    expect(await statusOf(userId)).toMatchObject({ plan: "manual", recurring });
    const options = { as: user(userId), body: {} };
    await call(system.billing.port, "POST", "/api/subscription/cancel", options);
    const stopped = { ...recurring, cancelAtPeriodEnd: true };
    expect(await statusOf(userId)).toMatchObject({ plan: "manual", recurring: stopped });
    const { userId: granted } = await signUp();
    await system.grpc.ActivateSubscription({ ...grant, userId: granted, commandId: granted });
    expect(await statusOf(granted)).toMatchObject({ plan: "manual", recurring: null });
  });

  it("ends a paid subscription now and stops it at the provider once the provider responds", async () => {
    const { userId } = await subscribe("monthly");
    const { providerSubscriptionId: id } = await system.grpc.GetSubscription({ userId });
    system.sandbox.control.failNext({ method: "POST", path: `/v1/subscriptions/${id}`, times: 6 });
    await system.grpc.CancelSubscription({ userId, commandId: `cancel-${userId}` });
    expect((await statusOf(userId)).status).toBe("canceled");
    system.sandbox.control.clearFailures();
    const customer = await customerOf(userId);
    await eventually(async () => {
      const [row] = await atProvider<{ cancel_at_period_end: boolean }>(
        `subscriptions?customer=${customer}`,
      );
      expect(row?.cancel_at_period_end).toBe(true);
    });
  });
});

describe("a subscriber", () => {
  type Status = SubscriptionStatusResponse & { message?: string };
  const send = (userId: string, action: "cancel" | "resume") =>
    call<Status>(system.billing.port, "POST", `/api/subscription/${action}`, {
      as: user(userId),
      body: {},
    });

  it("cancels with access until the end of the paid period, or resumes before, repeatedly", async () => {
    const { userId } = await subscribe("monthly");
    const paid = await statusOf(userId);
    for (const _again of [1, 2]) {
      const { body } = await send(userId, "cancel");
      expect(body).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
      expect(body.accessUntil).toBe(paid.periodEnd);
    }
    for (const _again of [1, 2]) {
      const { body } = await send(userId, "resume");
      expect(body).toMatchObject({ status: "active", cancelAtPeriodEnd: false });
      expect(body.accessUntil).toBe(paid.accessUntil);
    }
    const accessUntilMs = Date.parse(paid.accessUntil ?? "");
    await eventually(() =>
      expect(states.of(userId).at(-1)).toMatchObject({ entitled: true, accessUntilMs }),
    );
  });

  it("has no access after the canceled period and can subscribe again", async () => {
    const { userId } = await subscribe("monthly");
    const { body } = await send(userId, "cancel");
    system.sandbox.control.advance((Date.parse(body.periodEnd ?? "") - Date.now()) / 1_000 + 60);
    await becomes(userId, "canceled");
    const refused = await send(userId, "resume");
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe("Your subscription has ended. Please subscribe again.");
  });

  it("gets a message when no subscription renews, and changes nothing while the provider is down", async () => {
    const { userId: stranger } = await signUp();
    const none = await send(stranger, "cancel");
    expect(none.status).toBe(409);
    expect(none.body.message).toBe("There is no subscription that renews.");
    const { userId } = await subscribe("annual");
    const { providerSubscriptionId: id } = await system.grpc.GetSubscription({ userId });
    const path = `/v1/subscriptions/${id}`;
    system.sandbox.control.failNext({ method: "POST", path, times: 10 });
    const down = await send(userId, "cancel");
    expect([down.status, down.body.message]).toEqual([
      503,
      "The payment provider is not responding right now. Please try again in a moment.",
    ]);
    system.sandbox.control.clearFailures();
    expect((await statusOf(userId)).cancelAtPeriodEnd).toBe(false);
  });

  it("manages cards and invoices on the provider's page after the first purchase", async () => {
    const portalOf = (id: string) =>
      call<{ url?: string; message?: string }>(system.billing.port, "POST", "/api/billing-portal", {
        as: user(id),
        body: {},
      });
    const { userId } = await subscribe("monthly");
    const { body } = await portalOf(userId);
    const page = await (await fetch(body.url ?? "")).text();
    expect(page).toContain("$19.99 per month");
    expect(page).toContain('href="http://127.0.0.1:8080/account"');
    const refused = await portalOf("usr_never_bought");
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "There is nothing to manage yet. Please subscribe first.",
    ]);
  });

  it("sees only their own invoices, with date and amount", async () => {
    const { userId } = await subscribe("monthly");
    const { userId: other } = await signUp();
    const invoicesOf = async (id: string) =>
      (
        await call<InvoicesResponse>(system.billing.port, "GET", "/api/invoices", {
          as: user(id),
        })
      ).body.invoices;
    expect(await invoicesOf(userId)).toMatchObject([
      { status: "paid", totalCents: 1_999, paidCents: 1_999, currency: "usd", nextAttemptAt: null },
    ]);
    expect(await invoicesOf(other)).toEqual([]);
  });
});

describe("access over time", () => {
  it("has no gap when the webhook of a renewal is late", async () => {
    const { userId } = await subscribe("monthly");
    const before = await statusOf(userId);
    const { control } = system.sandbox;
    control.setWebhooks({ drop: true });
    const toEnd = Date.parse(before.periodEnd ?? "") - Date.now();
    control.advance(toEnd / 1_000 + 7_200);
    system.time.advance(toEnd + 7_200_000);
    expect((await system.grpc.GetEntitlement({ userId })).entitled).toBe(true);
    control.setWebhooks({ drop: false });
    control.resend({ state: "dropped" });
    await eventually(async () => {
      const { periodEnd, status } = await statusOf(userId);
      expect(Date.parse(periodEnd ?? "")).toBeGreaterThan(Date.parse(before.periodEnd ?? ""));
      expect(status).toBe("active");
    });
    const oldEnd = Date.parse(before.periodEnd ?? "");
    await eventually(() => expect(states.of(userId).at(-1)?.periodEndMs).toBeGreaterThan(oldEnd));
  });

  it("ends at the date of a grant, and the sweep publishes the end", async () => {
    const { userId } = await signUp();
    const grant = { userId, durationDays: 7, commandId: `grant-${userId}` };
    await system.grpc.ActivateSubscription(grant);
    system.time.advance(7 * dayMs);
    expect((await system.grpc.GetEntitlement({ userId })).entitled).toBe(false);
    await eventually(() =>
      expect(states.of(userId).at(-1)).toMatchObject({
        type: "subscription.expired",
        entitled: false,
        status: "none",
      }),
    );
  });
});
