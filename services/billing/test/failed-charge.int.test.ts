import type { KafkaConnection } from "@orbline/kit/kafka/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { testKafka } from "@orbline/kit/testing/kafka";
import type { InvoicesResponse } from "@orbline/proto/http/billing/checkout";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { guardrailsState } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { stripeClient } from "../src/stripe/client.ts";
import { stopAtPeriodEnd } from "../src/stripe/refunds.ts";
import { buyers } from "./buyers.ts";
import { startMailServer } from "./mail-server.ts";
import { call, pay, startSystem, type System, user } from "./service.ts";

const dayS = 86_400;

let system: System;
let kafka: KafkaConnection;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  mail = await startMailServer();
  system = await startSystem({ SMTP_URL: mail.url });
  kafka = await testKafka({ brokers: testEngines().brokers });
});
afterAll(async () => {
  await kafka.close();
  await system.stop();
  await mail.stop();
});

const { signUp, checkout, portal, statusOf, becomes, atProvider, customerOf } = buyers(
  () => system,
);

const live = (seconds: number) => {
  system.time.advance(seconds * 1_000);
  system.sandbox.control.advance(seconds);
};

type Buyer = { userId: string; name: string; customer: string };

const buy = async (plan: string): Promise<Buyer> => {
  const { userId, checkoutUrl, name } = await signUp({ plan });
  await pay(checkoutUrl, name);
  await becomes(userId, "active");
  return { userId, name, customer: await customerOf(userId) };
};

const buyAgain = async ({ userId, name }: Buyer, plan: string) => {
  const { body } = await checkout(userId, plan);
  await pay(body.checkoutUrl ?? "", name);
  await eventually(async () => expect(await statusOf(userId)).toMatchObject({ plan }));
};

/** Goes to ten minutes after the renewal, when its invoice is a draft. */
const draft = async ({ userId }: Buyer) => {
  const { periodEnd } = await statusOf(userId);
  live((Date.parse(periodEnd ?? "") - system.time.clock.now().getTime()) / 1_000 + 600);
  await eventually(async () => expect((await statusOf(userId)).recurring?.isUnpaid).toBe(true));
};

/** Goes to two hours after the renewal, when its charge has failed. The card works again. */
const open = async (buyer: Buyer) => {
  system.sandbox.control.setCards(buyer.customer, "declines");
  await draft(buyer);
  live(2 * 3_600);
  await eventually(async () => expect((await statusOf(buyer.userId)).graceUntil).not.toBeNull());
  system.sandbox.control.setCards(buyer.customer, "pays");
};

const cancel = async ({ userId }: Buyer) => {
  const [as, path] = [user(userId), "/api/subscription/cancel"];
  const options = { as, body: {} };
  return (await call<SubscriptionStatusResponse>(system.billing.port, "POST", path, options)).body;
};

const exclude = ({ userId }: Buyer) =>
  kafka.publish({
    topic: topicIn(testEngines().prefix, topics.guardrails).name,
    key: userId,
    seq: 1,
    value: guardrailsState.encode({
      userId,
      selfExcludedUntilMs: system.time.clock.now().getTime() + 200 * dayS * 1_000,
    }),
    type: "guardrails.changed",
    source: "prediction",
    time: new Date(),
  });

type Charge = { id: string; status: string };

const paidCharges = async ({ customer }: Buyer) =>
  (await atProvider<Charge>(`charges?customer=${customer}`)).filter(
    ({ status }) => status === "succeeded",
  );

const dispute = async (buyer: Buyer) => {
  const [first] = await paidCharges(buyer);
  system.sandbox.control.dispute(first?.id ?? "");
};

/** A call of the seller at the provider. */
const post = async (path: string, body: Record<string, string> = {}) => {
  const { STRIPE_API_BASE, STRIPE_SECRET_KEY } = system.env;
  const answer = await fetch(`${STRIPE_API_BASE}/v1/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${STRIPE_SECRET_KEY}` },
    body: new URLSearchParams(body),
  });
  expect(answer.status).toBe(200);
};

const statusesOf = async (kind: "subscriptions" | "invoices", { customer }: Buyer) => {
  const query = `${kind}?customer=${customer}${kind === "subscriptions" ? "&status=all" : ""}`;
  return (await atProvider<{ status: string }>(query)).map(({ status }) => status);
};

/** Waits for the end of the subscription and expects that nothing is or can be charged after it. */
const takesNothingMore = async (buyer: Buyer, charges: number) => {
  await eventually(async () => {
    expect(await statusesOf("subscriptions", buyer)).toEqual(["canceled"]);
    expect(await statusesOf("invoices", buyer)).toEqual(["void", "paid"]);
  });
  live(30 * dayS);
  expect(await paidCharges(buyer)).toHaveLength(charges);
  await becomes(buyer.userId, "canceled");
};

/** The emails about a cancellation or an end. */
const endEmails = async ({ name }: Buyer) =>
  (await mail.to(`${name}@example.com`)).filter((text) =>
    /Your subscription (is canceled|has ended)/.test(text),
  );

describe.each([
  ["a draft", draft],
  ["open after a failed charge", open],
])("a plan whose newest invoice is %s", (_invoice, renew) => {
  it.each<[string, (buyer: Buyer) => Promise<unknown>]>([
    ["the user cancels it", cancel],
    ["the user cancels it in the provider's portal", ({ userId }) => portal(userId, "cancel")],
    ["the user excludes themselves", exclude],
    [
      "an admin cancels it",
      ({ userId }) => system.grpc.CancelSubscription({ userId, commandId: `cancel-${userId}` }),
    ],
    ["the payment before is disputed", dispute],
  ])("ends at once and takes no money any more when %s", async (_way, end) => {
    const buyer = await buy("annual");
    await renew(buyer);
    await end(buyer);
    await takesNothingMore(buyer, 1);
    for (const text of await endEmails(buyer)) expect(text).not.toContain("You keep access until");
  });

  it("says after a cancellation that it has ended", async () => {
    const buyer = await buy("monthly");
    await renew(buyer);
    expect(await cancel(buyer)).toMatchObject({ status: "canceled", recurring: null });
    await eventually(async () => expect(await endEmails(buyer)).toHaveLength(1));
  });

  it("leaves its buyer of lifetime access nothing to pay", async () => {
    const buyer = await buy("monthly");
    await renew(buyer);
    await buyAgain(buyer, "lifetime");
    await eventually(async () =>
      expect((await statusesOf("invoices", buyer)).toSorted()).toEqual(["paid", "paid", "void"]),
    );
    live(30 * dayS);
    expect(await paidCharges(buyer)).toHaveLength(2);
    expect(await endEmails(buyer)).toEqual([]);
  });
});

it("voids the invoice of a plan that Stripe has canceled after the last retry of its charge", async () => {
  const buyer = await buy("monthly");
  system.sandbox.control.setCards(buyer.customer, "declines");
  await draft(buyer);
  live(20 * dayS);
  await takesNothingMore(buyer, 1);
  const path = "/api/invoices";
  const as = user(buyer.userId);
  const { body } = await call<InvoicesResponse>(system.billing.port, "GET", path, { as });
  expect(body.invoices.map(({ status }) => status)).toEqual(["void", "paid"]);
});

it("voids an invoice that Stripe has written off with the end of the plan, so that nobody pays it for nothing", async () => {
  const buyer = await buy("monthly");
  const { control } = system.sandbox;
  control.setCards(buyer.customer, "declines");
  await draft(buyer);
  control.setWebhooks({ drop: true });
  live(20 * dayS);
  const [{ id } = { id: "" }] = await atProvider<{ id: string }>(
    `invoices?customer=${buyer.customer}`,
  );
  await post(`invoices/${id}/mark_uncollectible`);
  expect(await statusesOf("invoices", buyer)).toEqual(["uncollectible", "paid"]);
  control.setWebhooks({ drop: false });
  control.resend({ state: "dropped" });
  control.setCards(buyer.customer, "pays");
  await takesNothingMore(buyer, 1);
});

it("gives back a renewal that is charged in the instant of its cancellation", async () => {
  const buyer = await buy("monthly");
  await draft(buyer);
  const [{ id } = { id: "" }] = await atProvider<{ id: string }>(
    `subscriptions?customer=${buyer.customer}`,
  );
  const [bill] = await atProvider<{ id: string }>(`invoices?customer=${buyer.customer}`);
  const stripe = stripeClient({
    STRIPE_SECRET_KEY: system.env["STRIPE_SECRET_KEY"] ?? "",
    STRIPE_API_BASE: system.env["STRIPE_API_BASE"],
  });
  const end = stripe.subscriptions.cancel.bind(stripe.subscriptions);
  vi.spyOn(stripe.subscriptions, "cancel").mockImplementationOnce(async (...params) => {
    await post(`invoices/${bill?.id}/pay`);
    return end(...params);
  });
  await stopAtPeriodEnd(stripe, id);
  await stopAtPeriodEnd(stripe, id);
  expect(await paidCharges(buyer)).toMatchObject([{ refunded: true }, { refunded: false }]);
  await becomes(buyer.userId, "canceled");
});

it("ends an unpaid plan when its user buys another one, and charges only that one again", async () => {
  const buyer = await buy("monthly");
  await open(buyer);
  system.sandbox.control.setCards(buyer.customer, "declines");
  live(3 * dayS + 3_600);
  await becomes(buyer.userId, "past_due");
  system.sandbox.control.setCards(buyer.customer, "pays");
  await buyAgain(buyer, "annual");
  // The cancellation and the voiding are two calls.
  await eventually(async () => {
    expect(await statusesOf("subscriptions", buyer)).toEqual(["active", "canceled"]);
    expect(await statusesOf("invoices", buyer)).toEqual(["paid", "void", "paid"]);
  });
  expect(await endEmails(buyer)).toEqual([]);
  expect(await cancel(buyer)).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
  live(40 * dayS);
  expect(await paidCharges(buyer)).toHaveLength(2);
});

it("stops a plan again that an admin has canceled and its user renews in the provider's portal", async () => {
  const buyer = await buy("monthly");
  const isEnding = async () => {
    const path = `subscriptions?customer=${buyer.customer}`;
    const [found] = await atProvider<{ cancel_at: number | null }>(path);
    return typeof found?.cancel_at === "number";
  };
  const ends = () => eventually(async () => expect(await isEnding()).toBe(true));
  await system.grpc.CancelSubscription({ userId: buyer.userId, commandId: buyer.userId });
  await ends();
  await portal(buyer.userId, "resume");
  await ends();
  live(32 * dayS);
  expect(await paidCharges(buyer)).toHaveLength(1);
});

it("gives back a renewal that was charged after an admin had ended the plan", async () => {
  const buyer = await buy("monthly");
  const { control } = system.sandbox;
  await system.grpc.CancelSubscription({ userId: buyer.userId, commandId: buyer.userId });
  await eventually(async () => {
    const path = `subscriptions?customer=${buyer.customer}`;
    const [found] = await atProvider<{ cancel_at: number | null }>(path);
    expect(found?.cancel_at).toEqual(expect.any(Number));
  });
  control.setWebhooks({ drop: true });
  await portal(buyer.userId, "resume");
  live(32 * dayS);
  expect(await paidCharges(buyer)).toMatchObject([{ refunded: false }, { refunded: false }]);
  control.setWebhooks({ drop: false });
  control.resend({ state: "dropped" });
  await eventually(async () => {
    expect(await paidCharges(buyer)).toMatchObject([{ refunded: true }, { refunded: false }]);
    expect(await statusesOf("subscriptions", buyer)).toEqual(["canceled"]);
  });
});

/** The seller cancels the plan at the provider as of a day many renewals ahead. */
const cancelAsOf = async (buyer: Buyer, days: number) => {
  const [{ id } = { id: "" }] = await atProvider<{ id: string }>(
    `subscriptions?customer=${buyer.customer}`,
  );
  const nowS = Math.floor(system.time.clock.now().getTime() / 1_000);
  await post(`subscriptions/${id}`, { cancel_at: String(nowS + days * dayS) });
  await eventually(async () =>
    expect((await statusOf(buyer.userId)).recurring?.cancelAtPeriodEnd).toBe(true),
  );
};

it.each<[string, (buyer: Buyer) => Promise<unknown>]>([
  [
    "an admin cancels it",
    ({ userId }) => system.grpc.CancelSubscription({ userId, commandId: `cancel-${userId}` }),
  ],
  ["its payment is disputed", dispute],
  ["its user is self-excluded", exclude],
])("renews a plan no more that ends on a later day when %s", async (_way, end) => {
  const buyer = await buy("monthly");
  await cancelAsOf(buyer, 200);
  await end(buyer);
  await eventually(async () => {
    const path = `subscriptions?customer=${buyer.customer}`;
    const [found] = await atProvider<{ cancel_at_period_end: boolean }>(path);
    expect(found?.cancel_at_period_end).toBe(true);
  });
  live(40 * dayS);
  expect(await paidCharges(buyer)).toHaveLength(1);
});
