import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { buyers } from "./buyers.ts";
import { call, pay, startSystem, type System, user } from "./service.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());
afterEach(() => system.sandbox.control.clearFailures());

const { signUp, checkout, verify, statusOf, becomes, atProvider, customerOf } = buyers(
  () => system,
);

type Row = { id: string; status: string };
type Charge = { amount: number; amount_refunded: number };

const keptCents = async (customer: string) => {
  const charges = await atProvider<Charge>(`charges?customer=${customer}&limit=100`);
  return charges.reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0);
};

const failExpiry = () =>
  system.sandbox.control.failNext({
    method: "POST",
    path: "/v1/checkout/sessions/*/expire",
    times: 1_000,
  });

it("creates one customer and leaves one open page for twenty concurrent checkouts of one buyer", async () => {
  const { userId, name } = await signUp({ plan: "monthly" });
  const answers = await Promise.all(Array.from({ length: 20 }, () => checkout(userId, "monthly")));
  // On a busy machine our own timeout may end a call.
  for (const { status } of answers) expect([200, 503]).toContain(status);
  expect(answers.some(({ status, body }) => status === 200 && body.success)).toBe(true);
  console.log(
    `checkouts at once: ${answers.filter(({ status }) => status === 200).length} of 20 answered`,
  );
  const customer = await customerOf(userId);
  const customers = await atProvider<Row>(
    `customers?email=${encodeURIComponent(`${name}@example.com`)}`,
  );
  expect(customers.map(({ id }) => id)).toEqual([customer]);
  await eventually(
    async () => {
      const open = await atProvider<Row>(
        `checkout/sessions?customer=${customer}&status=open&limit=100`,
      );
      expect(open).toHaveLength(1);
    },
    { timeoutMs: 60_000 },
  );
}, 90_000);

it("leaves one subscription and one payment when a buyer pays six pages", async () => {
  failExpiry();
  const { userId, name } = await signUp({ plan: "monthly" });
  for (let count = 0; count < 5; count += 1) await checkout(userId, "monthly");
  const customer = await customerOf(userId);
  const path = `checkout/sessions?customer=${customer}&status=open&limit=100`;
  const open = await atProvider<Row & { url: string }>(path);
  expect(open).toHaveLength(6);
  await Promise.all(open.map(({ url }) => pay(url, name)));
  await Promise.all(open.map(({ id }) => verify(id, user(userId))));
  await eventually(
    async () => {
      const live = await atProvider<Row>(`subscriptions?customer=${customer}&limit=100`);
      expect(live).toHaveLength(1);
      expect(await keptCents(customer)).toBe(1_999);
    },
    { timeoutMs: 60_000 },
  );
  expect((await statusOf(userId)).status).toBe("active");
}, 90_000);

it("applies a page that was just paid before it opens another one", async () => {
  system.sandbox.control.setWebhooks({ drop: true });
  const { checkoutUrl, name, userId } = await signUp({ plan: "monthly" });
  await pay(checkoutUrl, name);
  expect((await checkout(userId, "annual")).body).toMatchObject({ alreadySubscribed: true });
  expect((await statusOf(userId)).plan).toBe("monthly");
  system.sandbox.control.setWebhooks({ drop: false });
});

it("applies the payment of a replaced page that could not be closed", async () => {
  failExpiry();
  const first = await signUp({ plan: "monthly" });
  expect((await checkout(first.userId, "annual")).body.success).toBe(true);
  await pay(first.checkoutUrl, first.name);
  await becomes(first.userId, "active");
  expect((await statusOf(first.userId)).plan).toBe("monthly");
});

it("refunds a second lifetime payment once", async () => {
  failExpiry();
  const { checkoutUrl, name, userId, sessionId } = await signUp({ plan: "lifetime" });
  const second = await checkout(userId, "lifetime");
  await pay(checkoutUrl, name);
  await pay(second.body.checkoutUrl ?? "", name);
  expect((await verify(sessionId, user(userId))).success).toBe(true);
  expect(await verify(second.body.sessionId ?? "", user(userId))).toEqual({
    success: false,
    error:
      "You already have an active subscription. This second payment was canceled and refunded.",
  });
  const customer = await customerOf(userId);
  await eventually(async () => expect(await keptCents(customer)).toBe(24_900));
  expect(await statusOf(userId)).toMatchObject({ plan: "lifetime", accessUntil: null });
});

it("does not reveal a subscription without the password of its account", async () => {
  const { checkoutUrl, name, userId } = await signUp({ plan: "monthly" });
  await pay(checkoutUrl, name);
  await becomes(userId, "active");
  const ask = (path: string, body: object) =>
    call<object>(system.billing.port, "POST", path, { body });
  const email = `${name}@example.com`;
  const byMail = (address: string) =>
    ask("/api/create-direct-checkout", { email: address, plan: "monthly" });
  const [anonymous, unknown] = [await byMail(email), await byMail(`no-${email}`)];
  expect(anonymous.status).toBe(unknown.status);
  expect(Object.keys(anonymous.body)).toEqual(Object.keys(unknown.body));
  const wrong = { username: name, email, password: "Not-the-password-1", plan: "monthly" };
  const guessed = await ask("/api/register-with-checkout", wrong);
  expect(guessed.status).toBeGreaterThanOrEqual(400);
  for (const { body } of [anonymous, guessed])
    expect(JSON.stringify(body)).not.toMatch(/alreadySubscribed|usr_/);
  const right = { ...wrong, password: "Correct-horse-1" };
  expect((await ask("/api/register-with-checkout", right)).body).toMatchObject({
    alreadySubscribed: true,
  });
});

it("refuses a body with a return page of another site before it does anything", async () => {
  const { userId } = await signUp();
  const answer = await call<{ code: string }>(
    system.billing.port,
    "POST",
    "/api/create-direct-checkout",
    {
      as: user(userId),
      body: { plan: "monthly", success_url: "https://evil.example/subscription/success" },
    },
  );
  expect([answer.status, answer.body.code]).toEqual([400, "return-url.invalid"]);
});
