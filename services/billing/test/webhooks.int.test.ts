import { createHmac } from "node:crypto";
import { createLogger } from "@orbline/kit/observability/logger";
import { eventually } from "@orbline/kit/testing/eventually";
import { testLifecycle } from "@orbline/kit/testing/lifecycle";
import type { WebhooksResponse } from "@orbline/proto/http/admin/operations";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { start } from "../src/main.ts";
import type { PaymentProvider } from "../src/use-cases/payment-provider.ts";
import { buyers } from "./buyers.ts";
import { readStates } from "./states.ts";
import {
  adminGet,
  operationsGrpc,
  pay,
  startSystem,
  type System,
  user,
  webhookSecret,
} from "./service.ts";

/** A secret that is being rolled: billing accepts it and the one of the sandbox. */
const oldSecret = "whsec_billing_before_rolling";

let system: System;
let states: Awaited<ReturnType<typeof readStates>>;
/** What the provider does not know yet. */
let pending: { invoice?: boolean; payment?: boolean } = {};

const delayed = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  findPayment: async (id) => {
    const found = await provider.findPayment(id);
    return pending.invoice ? { ...found, subscriptionId: undefined, checkoutId: undefined } : found;
  },
  findSession: async (id) => {
    const found = await provider.findSession(id);
    return { ...found, isPaid: found.isPaid && !pending.payment };
  },
});

beforeAll(async () => {
  const wrapPort = <Port extends object>(name: string, port: Port): Port =>
    name === "provider" ? (delayed(port as unknown as PaymentProvider) as unknown as Port) : port;
  const settings = { STRIPE_WEBHOOK_SECRET: `${oldSecret},${webhookSecret}` };
  system = await startSystem(settings, { wrapPort });
  states = await readStates();
});
afterAll(async () => {
  await states.close();
  await system.stop();
});
afterEach(() => {
  system.sandbox.control.setWebhooks({ drop: false, duplicates: 0 });
  pending = {};
});

const { signUp, statusOf, verify, becomes, customerOf, askProvider, atProvider } = buyers(
  () => system,
);

/**
 * The number of times access began in the published states. Two simultaneous changes may skip a state's type but not
 * its access.
 */
const beginningsOf = (userId: string) =>
  states.of(userId).filter(({ entitled }, index, all) => entitled && !all[index - 1]?.entitled)
    .length;

const sign = (payload: string, secret = webhookSecret) => {
  const time = Math.floor(Date.now() / 1_000);
  const mac = createHmac("sha256", secret).update(`${time}.${payload}`).digest("hex");
  return `t=${time},v1=${mac}`;
};

const deliver = (payload: string, signature: string) =>
  fetch(`http://127.0.0.1:${system.billing.port}/api/webhooks/stripe`, {
    method: "POST",
    headers: { "stripe-signature": signature, "content-type": "application/json" },
    body: payload,
  });

const completed = (
  sessionId: string,
  id = `evt_${sessionId.slice(-24)}`,
  type = "checkout.session.completed",
) =>
  JSON.stringify({
    id,
    object: "event",
    api_version: "2026-10-28.endive",
    created: Math.floor(Date.now() / 1_000),
    type,
    data: { object: { id: sessionId, object: "checkout.session" } },
  });

describe("a webhook delivery", () => {
  it("has one effect when it arrives fifty times in parallel", async () => {
    system.sandbox.control.setWebhooks({ drop: true });
    const { checkoutUrl, name, userId, sessionId } = await signUp({ plan: "monthly" });
    await pay(checkoutUrl, name);
    const payload = completed(sessionId);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => deliver(payload, sign(payload))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await becomes(userId, "active");
    await eventually(() => expect(states.of(userId).at(-1)?.entitled).toBe(true));
    expect(beginningsOf(userId)).toBe(1);
    const { grpc } = system;
    const { version } = await grpc.GetSubscription({ userId });
    await deliver(payload, sign(payload));
    expect((await grpc.GetSubscription({ userId })).version).toBe(version);
  });

  it("is refused with 400 and not stored when its signature is wrong, old or missing", async () => {
    const { checkoutUrl, name, userId, sessionId } = await signUp({ plan: "monthly" });
    system.sandbox.control.setWebhooks({ drop: true });
    await pay(checkoutUrl, name);
    const payload = completed(sessionId, "evt_forged");
    const old = `t=1700000000,v1=${createHmac("sha256", system.env["STRIPE_WEBHOOK_SECRET"] ?? "")
      .update(`1700000000.${payload}`)
      .digest("hex")}`;
    for (const signature of [sign(payload, "whsec_of_somebody_else"), old, "", "t=1,v1=zz"]) {
      const answer = await deliver(payload, signature);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: "webhook.signature" });
    }
    expect((await statusOf(userId)).status).toBe("none");
    const altered = payload.replace("completed", "completed ");
    expect((await deliver(altered, sign(payload))).status).toBe(400);
  });

  it("is accepted with the old, the new and both secrets while the secret is rolled", async () => {
    const payload = completed("cs_test_none", "evt_rolled");
    const both = `${sign(payload, oldSecret)},${sign(payload).split(",")[1]}`;
    for (const signature of [sign(payload, oldSecret), sign(payload), both])
      expect((await deliver(payload, signature)).status).toBe(200);
  });

  it("is accepted without an effect when its type is unknown", async () => {
    const payload = JSON.stringify({
      ...(JSON.parse(completed("cs_test_none", "evt_unknown")) as object),
      type: "product.created",
    });
    expect((await deliver(payload, sign(payload))).status).toBe(200);
  });
});

const rowOf = async (id: string) => {
  const path = `/api/admin/webhooks?id=${id}`;
  return (await adminGet<WebhooksResponse>(system.billing.port, path)).webhooks[0];
};

it("repeats the work on a charge that comes before its invoice until it has its effect", async () => {
  system.sandbox.control.setWebhooks({ drop: true });
  const { checkoutUrl, name, userId, sessionId } = await signUp({ plan: "monthly" });
  await pay(checkoutUrl, name);
  pending = { invoice: true };
  const { customer } = await askProvider<{ customer: string }>(`checkout/sessions/${sessionId}`);
  const [object] = await atProvider<object>(`charges?customer=${customer}`);
  const id = "evt_early_charge";
  const event = { id, object: "event", type: "charge.succeeded", data: { object } };
  const payload = JSON.stringify(event);
  expect((await deliver(payload, sign(payload))).status).toBe(200);
  const waits = { outcome: "open", lastError: "the purchase of a payment is missing" };
  await eventually(async () => expect(await rowOf(id)).toMatchObject(waits));
  expect((await statusOf(userId)).status).toBe("none");
  pending = {};
  await becomes(userId, "active");
  await eventually(async () => expect(await rowOf(id)).toMatchObject({ outcome: "done" }));
});

it("gives access for a delayed payment once it has succeeded, and none before or after a failure", async () => {
  system.sandbox.control.setWebhooks({ drop: true });
  const { checkoutUrl, name, userId, sessionId } = await signUp({ plan: "lifetime" });
  await pay(checkoutUrl, name);
  pending = { payment: true };
  for (const type of ["completed", "async_payment_failed"]) {
    const payload = completed(sessionId, `evt_${type}`, `checkout.session.${type}`);
    expect((await deliver(payload, sign(payload))).status).toBe(200);
    const ignored = { outcome: "ignored", reason: "unpaid" };
    await eventually(async () => expect(await rowOf(`evt_${type}`)).toMatchObject(ignored));
    expect((await statusOf(userId)).status).toBe("none");
  }
  pending = {};
  const type = "checkout.session.async_payment_succeeded";
  const payload = completed(sessionId, "evt_arrived", type);
  expect((await deliver(payload, sign(payload))).status).toBe(200);
  await becomes(userId, "active");
});

it("activates by the success page without any webhook, and ignores the late webhook", async () => {
  system.sandbox.control.setWebhooks({ drop: true });
  const { checkoutUrl, name, userId, sessionId } = await signUp();
  await pay(checkoutUrl, name);
  expect((await statusOf(userId)).status).toBe("none");
  expect(await verify(sessionId, user(userId))).toMatchObject({ success: true, plan: "trial" });
  expect((await statusOf(userId)).status).toBe("trialing");
  const before = await system.grpc.GetSubscription({ userId });
  system.sandbox.control.setWebhooks({ drop: false });
  const { events } = system.sandbox.control.resend({ state: "dropped" });
  expect(events.length).toBeGreaterThan(0);
  await eventually(() => {
    const sent = system.sandbox.control
      .deliveries({ state: "succeeded" })
      .map(({ event }) => event);
    expect(events.every((id) => sent.includes(id))).toBe(true);
  });
  const after = await system.grpc.GetSubscription({ userId });
  expect(after.subscription).toEqual(before.subscription);
  expect(beginningsOf(userId)).toBe(1);
});

it("polls undelivered events and applies each once", async () => {
  system.sandbox.control.setWebhooks({ drop: true });
  const { checkoutUrl, name, userId } = await signUp({ plan: "annual" });
  await pay(checkoutUrl, name);
  expect((await statusOf(userId)).status).toBe("none");
  const { env, time } = system;
  const { lifecycle, stop } = testLifecycle();
  const logger = createLogger({ service: "test", level: "silent" });
  const config = readConfig({ ...env, GRPC_PORT: "0", POLL_SECONDS: "0.2" });
  await start({ config, logger, lifecycle, clock: time.clock });
  await becomes(userId, "active");
  const before = await system.grpc.GetSubscription({ userId });
  system.sandbox.control.setWebhooks({ drop: false });
  const { events } = system.sandbox.control.resend({ state: "dropped" });
  await eventually(() => {
    const sent = system.sandbox.control.deliveries({ state: "succeeded" });
    expect(events.every((id) => sent.some(({ event }) => event === id))).toBe(true);
  });
  const after = await system.grpc.GetSubscription({ userId });
  expect(after.subscription).toEqual(before.subscription);
  expect(beginningsOf(userId)).toBe(1);
  await stop();
});

it("corrects by comparison what both webhooks and polling have missed", async () => {
  system.sandbox.control.setWebhooks({ drop: true });
  const bought = await signUp({ plan: "monthly" });
  await pay(bought.checkoutUrl, bought.name);
  const canceled = await signUp({ plan: "monthly" });
  await pay(canceled.checkoutUrl, canceled.name);
  expect(await verify(canceled.sessionId, user(canceled.userId))).toMatchObject({
    success: true,
  });
  const { providerSubscriptionId: id } = await system.grpc.GetSubscription(canceled);
  const headers = { authorization: `Bearer ${system.env["STRIPE_SECRET_KEY"]}` };
  const url = `${system.env["STRIPE_API_BASE"]}/v1/subscriptions/${id}`;
  await fetch(url, { method: "DELETE", headers });
  expect((await statusOf(bought.userId)).status).toBe("none");
  expect((await statusOf(canceled.userId)).status).toBe("active");

  const { drifts } = await system.billing.reconcile();
  const found = (userId: string) => drifts.find((drift) => drift.userId === userId);
  expect(found(bought.userId)).toMatchObject({ drift: "missing", isRepaired: true });
  expect(found(canceled.userId)).toMatchObject({ drift: "stale", isRepaired: true });
  expect((await statusOf(bought.userId)).status).toBe("active");
  expect((await statusOf(canceled.userId)).status).toBe("canceled");
  expect((await system.billing.reconcile()).drifts).toEqual([]);
});

it("corrects by comparison a refund that both webhooks and polling have missed", async () => {
  const { control } = system.sandbox;
  control.setWebhooks({ drop: true });
  const { userId, checkoutUrl, name, sessionId } = await signUp({ plan: "lifetime" });
  await pay(checkoutUrl, name);
  await verify(sessionId, user(userId));
  await system.billing.reconcile();
  const [charge] = await atProvider<{ id: string; payment_intent: string }>("charges?limit=1");
  control.refund(charge?.id ?? "", "all");
  expect((await statusOf(userId)).status).toBe("active");
  expect((await system.billing.reconcile()).payments).toContain(charge?.payment_intent);
  await becomes(userId, "canceled");
  expect((await system.billing.reconcile()).payments).toEqual([]);
});

it.each([
  ["first", 0],
  ["second", 3.1],
])(
  "corrects by comparison a failed charge whose paid %s retry both webhooks and polling have missed",
  async (_which, failingDays) => {
    const { control } = system.sandbox;
    const { userId, checkoutUrl, name } = await signUp();
    await pay(checkoutUrl, name, "4000 0000 0000 0341");
    await becomes(userId, "trialing");
    const live = (days: number) => {
      system.time.advance(days * 86_400_000);
      control.advance(days * 86_400);
    };
    const admin = operationsGrpc(system.billing.grpcPort);
    const statuses = async () => {
      const { payments } = await admin.ListPayments({ limit: 0, cursor: "", userId });
      return payments.map(({ status }) => status);
    };
    live(2.1);
    // A late event about the first attempt would find the second one.
    await eventually(async () => {
      expect(await statuses()).toEqual(["failed"]);
      expect(control.deliveries({ state: "pending" })).toEqual([]);
      const open = "/api/admin/webhooks?outcome=open";
      expect((await adminGet<WebhooksResponse>(system.billing.port, open)).webhooks).toEqual([]);
    });
    control.setWebhooks({ drop: true });
    live(failingDays);
    control.setCards(await customerOf(userId), "pays");
    live(5.1);
    expect(await statuses()).toEqual(["failed"]);
    expect((await system.billing.reconcile()).payments).toHaveLength(1);
    expect(await statuses()).toEqual(["succeeded"]);
    admin.close();
  },
);

it("applies a payment once when success page and webhook arrive at the same moment", async () => {
  const buyersAtOnce: Awaited<ReturnType<typeof signUp>>[] = [];
  // One after the other: eight passwords hashed at once can exceed the deadline of a sign-up on a busy machine.
  for (let count = 0; count < 8; count += 1) {
    const buyer = await signUp();
    expect(buyer).toMatchObject({ success: true });
    buyersAtOnce.push(buyer);
  }
  await Promise.all(
    buyersAtOnce.map(async ({ checkoutUrl, name, sessionId, userId }) => {
      await pay(checkoutUrl, name);
      const payload = completed(sessionId);
      await Promise.all([
        verify(sessionId, user(userId)),
        deliver(payload, sign(payload)),
        verify(sessionId, user(userId)),
      ]);
      await becomes(userId, "trialing");
    }),
  );
  await eventually(() => {
    for (const { userId } of buyersAtOnce)
      expect(states.of(userId).at(-1)).toMatchObject({ entitled: true, tier: "premium_trial" });
  });
  for (const { userId } of buyersAtOnce) {
    expect(beginningsOf(userId)).toBe(1);
  }
});
