import { eventually } from "@orbline/kit/testing/eventually";
import type { BillingPortalResponse } from "@orbline/proto/http/billing/checkout";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startAdminView } from "./admin-view.ts";
import { buyers } from "./buyers.ts";
import { startMailServer } from "./mail-server.ts";
import { orderedWebhooks, orderNames, setOrder } from "./ordered-webhooks.ts";
import { readStates } from "./states.ts";
import {
  call,
  goodCard,
  newName,
  operationsGrpc,
  pay,
  startSystem,
  type System,
  user,
} from "./service.ts";

const dayS = 86_400;
const hourS = 3_600;
const savedThenFails = "4000 0000 0000 0341";

let system: System;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let admin: Awaited<ReturnType<typeof startAdminView>>;
let subscriptions: Awaited<ReturnType<typeof readStates>>;
let billingAdmin: ReturnType<typeof operationsGrpc>;
let webhooks: Awaited<ReturnType<typeof orderedWebhooks>>;
beforeAll(async () => {
  mail = await startMailServer();
  system = await startSystem({ SMTP_URL: mail.url });
  admin = await startAdminView({
    billingGrpc: system.billing.grpcPort,
    identityGrpc: system.identity.grpcPort,
  });
  subscriptions = await readStates();
  billingAdmin = operationsGrpc(system.billing.grpcPort);
  webhooks = await orderedWebhooks(system);
});
afterAll(async () => {
  billingAdmin.close();
  await webhooks.stop();
  await Promise.all([subscriptions.close(), admin.stop()]);
  await system.stop();
  await mail.stop();
});

const { signUp, statusOf, atProvider, customerOf } = buyers(() => system);

/** Advances the provider's clock and our clock. */
const live = (seconds: number) => {
  system.time.advance(seconds * 1_000);
  system.sandbox.control.advance(seconds);
};

type Seen = {
  access: Partial<SubscriptionStatusResponse>;
  entitled: boolean;
  /** The last published state. */
  published: object;
  admin: object;
  /** Part of the subject of a received email. */
  mail: string;
};

const observer = (userId: string, email: string) => async (step: string, seen: Seen) => {
  await webhooks.deliver();
  await eventually(
    async () => {
      const { entitled } = await system.grpc.GetEntitlement({ userId });
      const subjects = (await mail.to(email)).map((text) => text.split("\n")[0]);
      expect({
        step,
        access: await statusOf(userId),
        entitled,
        published: subscriptions.of(userId).at(-1),
        admin: await admin.of(userId),
        mail: subjects.join("\n"),
      }).toMatchObject({
        step,
        ...seen,
        published: { entitled: seen.entitled, ...seen.published },
        mail: expect.stringContaining(seen.mail),
      });
    },
    { timeoutMs: 60_000, everyMs: 100 },
  );
};

type Bill = { id: string; status: string };

/** Enters another card in the provider's portal and pays the open invoice. */
const changeCard = async (userId: string) => {
  const { body } = await call<BillingPortalResponse>(
    system.billing.port,
    "POST",
    "/api/billing-portal",
    { as: user(userId), body: {} },
  );
  const card = { cardNumber: goodCard, cardExpiry: "12 / 40", cardCvc: "123", billingName: "Ada" };
  const saved = await fetch(`${body.url}/card`, {
    method: "POST",
    body: new URLSearchParams(card),
  });
  expect(await saved.text()).toContain("The card is saved.");
  const customer = await customerOf(userId);
  const [bill] = await atProvider<Bill>(`invoices?customer=${customer}&status=open`);
  const paid = await fetch(`${body.url}/pay/${bill?.id}`, { method: "POST" });
  expect(await paid.text()).toContain("Thank you. The invoice is paid.");
};

const paymentStates = async (userId: string) => {
  const { payments } = await billingAdmin.ListPayments({ userId, limit: 0, cursor: "" });
  return payments.map(({ status }) => status);
};

it.each(orderNames)(
  "in %s leads a subscriber through trial, failed charge, grace period, retries, another card, cancellation and expiry",
  async (order) => {
    setOrder(system.sandbox, order);
    const name = newName();
    const { userId, checkoutUrl } = await signUp({ plan: "trial", name });
    const see = observer(userId, `${name}@example.com`);
    await pay(checkoutUrl, name, savedThenFails);
    await see("the trial has begun", {
      access: { status: "trialing", tier: "premium_trial", graceUntil: null },
      entitled: true,
      published: { accessStatus: "trialing", tier: "premium_trial" },
      admin: {
        subscriptionStatus: "active",
        subscriptionTier: "premium_trial",
        stripeDetails: { status: "trialing", cancelAtPeriodEnd: false },
      },
      mail: "Your free trial has started",
    });

    live(2 * dayS + 2 * hourS);
    await see("the first charge has failed", {
      access: {
        status: "trialing",
        tier: "premium_trial",
        graceUntil: expect.any(String),
        nextAttemptAt: expect.any(String),
      },
      entitled: true,
      published: { status: "past_due", accessStatus: "trialing" },
      admin: { subscriptionStatus: "past_due", stripeDetails: { status: "past_due" } },
      mail: "Your payment of $19.99 did not go through",
    });
    await eventually(async () => expect(await paymentStates(userId)).toEqual(["failed"]));
    const { graceUntil } = await statusOf(userId);
    const graceLeftMs = Date.parse(graceUntil ?? "") - system.time.clock.now().getTime();
    expect(graceLeftMs).toBeGreaterThan(2.8 * dayS * 1_000);
    expect(graceLeftMs).toBeLessThanOrEqual(3 * dayS * 1_000);

    live(3 * dayS + hourS);
    await see("the second try has failed and the grace is over", {
      access: { status: "past_due", accessUntil: null },
      entitled: false,
      published: { status: "past_due", accessStatus: "past_due" },
      admin: { subscriptionStatus: "past_due", stripeDetails: { status: "past_due" } },
      mail: "did not go through",
    });

    await changeCard(userId);
    await see("another card has paid", {
      access: { status: "active", tier: "premium", graceUntil: null, cancelAtPeriodEnd: false },
      entitled: true,
      published: { status: "active", accessStatus: "active" },
      admin: {
        subscriptionStatus: "active",
        subscriptionTier: "premium",
        stripeDetails: { status: "active" },
      },
      mail: "Your receipt: $19.99",
    });
    await eventually(async () => expect(await paymentStates(userId)).toEqual(["succeeded"]));

    const path = "/api/subscription/cancel";
    await call(system.billing.port, "POST", path, { as: user(userId), body: {} });
    const { periodEnd } = await statusOf(userId);
    await see("the renewal is canceled", {
      access: { status: "active", cancelAtPeriodEnd: true, accessUntil: periodEnd },
      entitled: true,
      published: { status: "active", accessUntilMs: Date.parse(periodEnd ?? "") },
      admin: {
        subscriptionStatus: "active",
        stripeDetails: { status: "active", cancelAtPeriodEnd: true },
      },
      mail: "Your subscription is canceled",
    });

    live((Date.parse(periodEnd ?? "") - system.time.clock.now().getTime()) / 1_000 + hourS);
    await see("the paid period is over", {
      access: { status: "canceled", tier: "free", accessUntil: null },
      entitled: false,
      published: { status: "canceled", tier: "free" },
      admin: {
        subscriptionStatus: "canceled",
        subscriptionTier: "free",
        stripeDetails: { status: "canceled" },
      },
      mail: "Your subscription is canceled",
    });
    const receipts = (await mail.to(`${name}@example.com`)).filter((text) =>
      text.includes("receipt"),
    );
    expect(receipts).toHaveLength(1);
  },
  300_000,
);
