import { eventually } from "@orbline/kit/testing/eventually";
import { Stripe } from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkBodies } from "./contract.ts";
import {
  type Received,
  type Running,
  SECRET_KEY,
  WEBHOOK_SECRET,
  openTrial,
  pay,
  startReceiver,
  startSandbox,
} from "./support.ts";

checkBodies();

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

let receiver: Receiver;
let running: Running;
let status: (webhook: Received) => number;

beforeEach(async () => {
  status = () => 200;
  receiver = await startReceiver((webhook) => status(webhook));
  running = await startSandbox({ webhookUrl: receiver.url });
});

afterEach(async () => {
  await running.sandbox.close();
  await receiver.close();
});

const create = (email: string) => running.stripe.customers.create({ email });

const arrived = (count: number) =>
  eventually(() => {
    expect(receiver.received).toHaveLength(count);
    return receiver.received;
  });

const settled = () =>
  eventually(() => {
    expect(running.sandbox.control.deliveries({ state: "pending" })).toEqual([]);
  });

const control = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${running.url}/_control${path}`, {
    method,
    ...(body && {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe("delivery", () => {
  it("signs webhooks so that the official client accepts them with the right secret only", async () => {
    await create("a@example.com");
    const [webhook] = await arrived(1);
    const stripe = new Stripe(SECRET_KEY);
    const { body = "", signature = "" } = webhook ?? {};
    const event = stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET);
    expect(event).toMatchObject({
      type: "customer.created",
      api_version: "2026-10-28.endive",
      livemode: false,
      data: { object: { email: "a@example.com" } },
    });
    expect(() => stripe.webhooks.constructEvent(body, signature, "whsec_other")).toThrow(
      /signature/,
    );
    expect(() => stripe.webhooks.constructEvent(`${body} `, signature, WEBHOOK_SECRET)).toThrow(
      /signature/,
    );
  });

  it("signs with real time even when the sandbox's clock is far ahead", async () => {
    running.sandbox.control.advance(90 * 86_400);
    await create("later@example.com");
    const [webhook] = await arrived(1);
    const { body = "", signature = "" } = webhook ?? {};
    const event = new Stripe(SECRET_KEY).webhooks.constructEvent(body, signature, WEBHOOK_SECRET);
    expect(event.created).toBeGreaterThan(Date.now() / 1000 + 89 * 86_400);
  });

  it("delivers every event of a trial checkout", async () => {
    await pay((await openTrial(running.stripe)).url);
    running.sandbox.control.advance(1);
    const webhooks = await arrived(13);
    expect(webhooks.map(({ type }) => type).toSorted()).toEqual([
      "checkout.session.completed",
      "customer.created",
      "customer.subscription.created",
      "customer.subscription.trial_will_end",
      "customer.updated",
      "invoice.created",
      "invoice.finalized",
      "invoice.paid",
      "invoice.payment_succeeded",
      "invoice.updated",
      "payment_method.attached",
      "setup_intent.created",
      "setup_intent.succeeded",
    ]);
  });

  it("retries until the endpoint responds with 2xx and lists undelivered events", async () => {
    let open = false;
    status = () => (open ? 200 : 500);
    await create("retry@example.com");
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(2));
    const waiting = await running.stripe.events.list({ delivery_success: false });
    expect(waiting.data.map(({ pending_webhooks: pending }) => pending)).toEqual([1]);
    open = true;
    await settled();
    expect((await running.stripe.events.list({ delivery_success: false })).data).toEqual([]);
    const [delivery] = running.sandbox.control.deliveries();
    expect(delivery).toMatchObject({ state: "succeeded", last_status: 200 });
    expect(delivery?.attempts).toBe(receiver.received.length);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  });
});

describe("switches", () => {
  it("drops webhooks until they are resent", async () => {
    expect((await control("PATCH", "/webhooks", { drop: true })).body).toMatchObject({
      drop: true,
    });
    await create("dropped@example.com");
    await control("PATCH", "/webhooks", { drop: false });
    await create("kept@example.com");
    const [first] = await arrived(1);
    expect(first?.body).toContain("kept@example.com");
    // The receiver has the webhook before the sandbox stores its result.
    await settled();
    const lost = await running.stripe.events.list({ delivery_success: false });
    expect(lost.data.map(({ data }) => data.object)).toMatchObject([
      { email: "dropped@example.com" },
    ]);

    const resent = await control("POST", "/webhooks/resend", { state: "dropped" });
    expect(resent).toMatchObject({ status: 202, body: { events: [lost.data[0]?.id] } });
    const [, second] = await arrived(2);
    expect(second?.body).toContain("dropped@example.com");
  });

  it("delay a renewal whose draft nobody has answered, by 72 hours or until it is resent", async () => {
    const { stripe, sandbox } = running;
    const renewals = async () => {
      const { data } = await stripe.invoices.list({ limit: 100 });
      const found = data.filter(({ billing_reason: reason }) => reason === "subscription_cycle");
      return found.map((invoice) => invoice.status).toReversed();
    };
    const hour = 3_600;
    await pay((await openTrial(stripe)).url);
    sandbox.control.setWebhooks({ drop: true, types: ["invoice.created"], draftsWait: true });
    sandbox.control.advance(48 * hour + 70 * hour);
    expect(await renewals()).toEqual(["draft"]);
    sandbox.control.advance(3 * hour);
    expect(await renewals()).toEqual(["paid"]);
    sandbox.control.advance(31 * 24 * hour - 70 * hour);
    expect(await renewals()).toEqual(["paid", "draft"]);
    sandbox.control.resend({ state: "dropped" });
    await settled();
    sandbox.control.advance(hour);
    expect(await renewals()).toEqual(["paid", "paid"]);
  });

  it("sends duplicates of the selected event types only", async () => {
    await control("PATCH", "/webhooks", { duplicates: 4, types: ["customer.updated"] });
    const { id } = await create("twice@example.com");
    await running.stripe.customers.update(id, { name: "Twice" });
    await arrived(6);
    await settled();
    const types = receiver.received.map(({ type }) => type).toSorted();
    expect(types).toEqual(["customer.created", ...Array<string>(5).fill("customer.updated")]);
  });

  it("delays webhooks", async () => {
    await control("PATCH", "/webhooks", { delayMs: 400 });
    const started = performance.now();
    await create("late@example.com");
    await arrived(1);
    expect(performance.now() - started).toBeGreaterThan(390);
  });

  it("shuffles the order of webhooks without losing any", async () => {
    await control("PATCH", "/webhooks", { shuffleMs: 500 });
    await Promise.all(Array.from({ length: 20 }, (_, n) => create(`s${n}@example.com`)));
    const { data } = await running.stripe.events.list({ limit: 100 });
    const sent = data.map(({ id }) => id).toReversed();
    const webhooks = await arrived(20);
    const got = webhooks.map(({ id }) => id);
    expect(got).not.toEqual(sent);
    expect(got.toSorted()).toEqual(sent.toSorted());
  });

  it("forges a signature that the official client rejects, and does not retry it", async () => {
    status = () => 400;
    running.sandbox.control.setWebhooks({ drop: true });
    await create("forged@example.com");
    const events = (await running.stripe.events.list()).data.map(({ id }) => id);
    await control("POST", "/webhooks/resend", { events, forged: true });
    await settled();
    const [webhook, ...more] = await arrived(1);
    expect(more).toEqual([]);
    expect(() =>
      new Stripe(SECRET_KEY).webhooks.constructEvent(
        webhook?.body ?? "",
        webhook?.signature ?? "",
        WEBHOOK_SECRET,
      ),
    ).toThrow(/signature/);
  });
});

describe("control API", () => {
  it("advances the clock, lists deliveries, plans failures and resets", async () => {
    const before = await control("GET", "/state");
    const moved = await control("POST", "/clock/advance", { seconds: 60 });
    expect(Number(moved.body["now"])).toBeGreaterThanOrEqual(Number(before.body["now"]) + 60);
    await create("x@example.com");
    await arrived(1);
    await settled();
    const listed = await control("GET", "/deliveries?state=succeeded");
    expect(listed.body["data"]).toMatchObject([{ state: "succeeded", attempts: 1 }]);
    const failure = { method: "GET", path: "/v1/prices", status: 429 };
    expect((await control("POST", "/failures", failure)).status).toBe(201);
    await expect(running.stripe.prices.list()).rejects.toMatchObject({ statusCode: 429 });
    expect((await running.stripe.prices.list()).data).toHaveLength(3);

    await control("POST", "/reset");
    expect((await running.stripe.customers.list()).data).toEqual([]);
    expect((await running.stripe.prices.list()).data).toHaveLength(3);
  });

  it.each([
    ["PATCH", "/webhooks", { drop: "yes" }],
    ["PATCH", "/webhooks", { dorp: true }],
    ["PATCH", "/webhooks", { url: "file:///etc/passwd" }],
    ["POST", "/clock/advance", { seconds: -1 }],
    ["POST", "/failures", { method: "POST", path: "/elsewhere" }],
    ["POST", "/webhooks/resend", {}],
  ])("refuses %s %s %j with 400", async (method, path, body) => {
    const response = await control(method, path, body);
    expect(response.status).toBe(400);
    expect(response.body["message"]).toMatch(/\w/);
  });

  it("refuses requests from a browser page", async () => {
    const response = await fetch(`${running.url}/_control/state`, {
      headers: { origin: "http://127.0.0.1:8080" },
    });
    expect(response.status).toBe(403);
  });
});
