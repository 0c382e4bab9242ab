import type { KafkaConnection } from "@orbline/kit/kafka/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { testKafka } from "@orbline/kit/testing/kafka";
import { guardrailsState } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyers } from "./buyers.ts";
import { call, pay, startSystem, type System, user } from "./service.ts";

const dayMs = 86_400_000;

let system: System;
let kafka: KafkaConnection;
beforeAll(async () => {
  system = await startSystem();
  kafka = await testKafka({ brokers: testEngines().brokers });
});
afterAll(async () => {
  await kafka.close();
  await system.stop();
});

const { signUp, checkout, statusOf, verify, customerOf, atProvider } = buyers(() => system);

/** Publishes a self-exclusion as prediction's relay does. */
const exclude = (userId: string, seq: number, until: Date) =>
  kafka.publish({
    topic: topicIn(testEngines().prefix, topics.guardrails).name,
    key: userId,
    seq,
    value: guardrailsState.encode({ userId, selfExcludedUntilMs: until.getTime() }),
    type: "guardrails.changed",
    source: "prediction",
    time: new Date(),
  });

it("stops the renewal, refuses to resume it or change the plan, and keeps the paid access", async () => {
  const { userId, name, checkoutUrl } = await signUp({ plan: "monthly" });
  await pay(checkoutUrl, name);
  await eventually(async () => expect((await statusOf(userId)).accessUntil).not.toBeNull());
  await exclude(userId, 1, new Date(Date.now() + 200 * dayMs));
  await eventually(async () =>
    expect(await statusOf(userId)).toMatchObject({ status: "active", cancelAtPeriodEnd: true }),
  );
  const post = (path: string, body: object) =>
    call<{ code: string }>(system.billing.port, "POST", path, { as: user(userId), body });
  const refused = { status: 403, body: { code: "self_excluded" } };
  expect(await post("/api/subscription/resume", {})).toMatchObject(refused);
  expect(await post("/api/subscription/change", { plan: "annual" })).toMatchObject(refused);
});

it("refuses new checkouts and closes an open page, until it ends", async () => {
  const { userId, name, checkoutUrl } = await signUp({ plan: "monthly" });
  await exclude(userId, 1, new Date(Date.now() + 200 * dayMs));
  await eventually(async () => {
    const { body } = await checkout(userId, "monthly");
    expect(body.success).toBe(false);
    expect(body.error).toMatch(/^You have excluded yourself until /);
  });
  await eventually(async () => expect((await pay(checkoutUrl, name)).status).not.toBe(303));
  system.time.advance(201 * dayMs);
  expect((await checkout(userId, "monthly")).body.success).toBe(true);
  system.time.advance(-201 * dayMs);
});

it.each(["monthly", "trial", "lifetime"])(
  "refunds the plan %s that is bought on a page that failed to close",
  async (plan) => {
    const { userId, name, checkoutUrl, sessionId } = await signUp({ plan });
    const { control } = system.sandbox;
    const path = `/v1/checkout/sessions/${sessionId}/expire`;
    control.failNext({ method: "POST", path, times: 100 });
    await exclude(userId, 1, new Date(Date.now() + 200 * dayMs));
    await eventually(async () =>
      expect((await checkout(userId, plan)).body.error).toMatch(/^You have excluded yourself /),
    );
    expect((await pay(checkoutUrl, name)).status).toBe(303);
    await eventually(async () =>
      expect(await verify(sessionId, user(userId))).toMatchObject({
        success: false,
        error: expect.stringMatching(/^You have excluded yourself, .* refunded\.$/) as string,
      }),
    );
    control.clearFailures();
    const customer = await customerOf(userId);
    type Charge = { amount: number; amount_refunded: number };
    await eventually(async () => {
      const charges = await atProvider<Charge>(`charges?customer=${customer}`);
      expect(charges.map(({ amount, amount_refunded }) => amount - amount_refunded)).toEqual(
        plan === "trial" ? [] : [0],
      );
      const query = `subscriptions?status=all&customer=${customer}`;
      const bought = await atProvider<{ status: string }>(query);
      expect(bought.map(({ status }) => status)).toEqual(plan === "lifetime" ? [] : ["canceled"]);
    });
    expect((await statusOf(userId)).tier).toBe("free");
  },
);
