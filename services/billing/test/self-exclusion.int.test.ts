import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyers } from "./buyers.ts";
import { selfExclusions } from "./self-exclusions.ts";
import { call, pay, startSystem, type System, user } from "./service.ts";

const dayMs = 86_400_000;

let system: System;
let published: Awaited<ReturnType<typeof selfExclusions>>;
beforeAll(async () => {
  system = await startSystem();
  published = await selfExclusions();
});
afterAll(async () => {
  await published.close();
  await system.stop();
});

const { signUp, checkout, statusOf, verify, customerOf, atProvider } = buyers(() => system);

const exclude = (userId: string, seq: number, until: Date) => published.exclude(userId, seq, until);

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

it("refunds a renewal that the provider charges before it stops the plan", async () => {
  const { userId, name, checkoutUrl } = await signUp({ plan: "monthly" });
  await pay(checkoutUrl, name);
  await eventually(async () => expect((await statusOf(userId)).accessUntil).not.toBeNull());
  const customer = await customerOf(userId);
  const [bought] = await atProvider<{ id: string }>(`subscriptions?customer=${customer}`);
  const { control } = system.sandbox;
  control.failNext({ method: "POST", path: `/v1/subscriptions/${bought?.id}`, times: 1_000 });
  await exclude(userId, 1, new Date(Date.now() + 200 * dayMs));
  await eventually(async () =>
    expect((await checkout(userId, "monthly")).body.error).toMatch(/^You have excluded yourself /),
  );
  system.time.advance(31 * dayMs);
  control.advance((31 * dayMs) / 1_000);
  type Charge = { amount: number; amount_refunded: number };
  const kept = async () => {
    const charges = await atProvider<Charge>(`charges?customer=${customer}`);
    return charges.map(({ amount, amount_refunded }) => amount - amount_refunded);
  };
  await eventually(async () => expect(await kept()).toEqual([0, 1_999]), { timeoutMs: 30_000 });
  control.clearFailures();
  await eventually(
    async () => {
      const ended = await atProvider<{ status: string }>(
        `subscriptions?status=all&customer=${customer}`,
      );
      expect(ended.map(({ status }) => status)).toEqual(["canceled"]);
    },
    { timeoutMs: 30_000 },
  );
  expect(await kept()).toEqual([0, 1_999]);
  system.time.advance(-31 * dayMs);
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
