import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { eventually } from "@orbline/kit/testing/eventually";
import type { CheckoutResponse } from "@orbline/proto/http/billing/checkout";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CrashPoint, billingProcess } from "./billing-process.ts";
import { buyers } from "./buyers.ts";
import { isThorough } from "@orbline/kit/testing/depth";
import { type Order, orderedWebhooks, orderNames, planOf, setOrder } from "./ordered-webhooks.ts";
import { readStates } from "./states.ts";
import { accountsGrpc, adminGrpc, call, pay, startFakes, user } from "./service.ts";

type Step = [before: string, point: CrashPoint];

const before = (port: string): CrashPoint => ({ when: "before", call: port });
const after = (port: string): CrashPoint => ({ when: "after", call: port });

/** Steps from the buyer's request to the page. */
const wholeCheckout: Step[] = [
  ["the checkout is stored", before("checkouts.create")],
  ["the customer is created", before("provider.createCustomer")],
  ["the customer is stored", after("provider.createCustomer")],
  ["the page is created", before("provider.openSession")],
  ["the page is stored", before("checkouts.open")],
  ["an older page is closed and the buyer is redirected", after("checkouts.open")],
];

/** Steps from the payment on the page until every service has applied it. */
const wholePayment: Step[] = [
  ["the webhook is stored", before("webhooks.receive")],
  ["the webhook is acknowledged", after("webhooks.receive")],
  ["the work on the webhook begins", before("provider.findSession")],
  ["access is stored", before("subscriptions.update")],
  ["the checkout is marked as paid", before("checkouts.pay")],
  ["the payment is stored", before("payments.update")],
  ["the webhook is marked as done", before("webhookItems.done")],
  ["the change is published", before("kafka.publish")],
  ["the change is marked as published", after("kafka.publish")],
];

/** Additional steps when a second page is paid. */
const wholeRefund: Step[] = [
  ["the second payment is refunded", before("provider.cancelAndRefund")],
  ["the refund is recorded", after("provider.cancelAndRefund")],
];

type Surroundings = Awaited<ReturnType<typeof startFakes>>;
let system: Surroundings & { grpc: ReturnType<typeof adminGrpc> };
let child: ReturnType<typeof billingProcess>;
let connection: Connection;
let states: Awaited<ReturnType<typeof readStates>>;
let webhooks: Awaited<ReturnType<typeof orderedWebhooks>>;
let stopDelivering: () => Promise<void>;

beforeAll(async () => {
  const fakes = await startFakes();
  const env: Record<string, string> = { ...fakes.env, CHECKOUT_PATIENCE_SECONDS: "4" };
  system = { ...fakes, env, grpc: adminGrpc(fakes.billing.grpcPort) };
  child = billingProcess(env);
  await child.start();
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: env["MONGO_URL"] ?? "", logger });
  states = await readStates();
  webhooks = await orderedWebhooks(system);
  stopDelivering = webhooks.keepDelivering();
});
afterAll(async () => {
  await stopDelivering();
  await webhooks.stop();
  await child.stop();
  system.grpc.close();
  await states.close();
  await connection.close();
  await system.stop();
});

const { statusOf, becomes, askProvider, atProvider, customerOf } = buyers(() => system);
const patient = { timeoutMs: 60_000, everyMs: 100 };

const checkout = async (userId: string) => {
  const body = { plan: "monthly", affiliateCode: "partner" };
  const options = { as: user(userId), body };
  const path = "/api/create-direct-checkout";
  return (await call<CheckoutResponse>(system.billing.port, "POST", path, options)).body;
};

/** Repeats a buyer's request until it returns a page. */
const openPage = (userId: string) =>
  eventually(async () => {
    const { checkoutUrl, sessionId } = await checkout(userId);
    if (!checkoutUrl || !sessionId) throw new Error("no page");
    return { url: checkoutUrl, sessionId };
  }, patient);

type Row = { id: string; status: string };

const openSessionsOf = async (userId: string) => {
  const path = `checkout/sessions?status=open&customer=${await customerOf(userId)}`;
  return (await atProvider<Row>(path)).map(({ id }) => id);
};

/** Runs an action while the process crashes at a port call and starts again. */
const crashAt = async (point: CrashPoint, act: () => Promise<unknown>) => {
  const { crashed } = await child.crashAt(point);
  const acting = act();
  await crashed;
  await child.start();
  await acting;
};

/** Asks for a page while the process crashes, which interrupts the request. */
const crashAtCheckout = (point: CrashPoint, userId: string) =>
  crashAt(point, () => checkout(userId).catch(() => undefined));

const paysOnce = async (userId: string, url: string) =>
  expect((await pay(url, userId)).status).toBe(303);

type Charge = { amount: number; amount_refunded: number; payment_intent: string };

const count = (collection: string, filter: object) =>
  connection.collection(collection).countDocuments(filter);

/** One subscription, paid and recorded once, and no page that could still be paid. */
const isSettled = async (userId: string) => {
  const customer = await customerOf(userId);
  const running = await atProvider<Row>(`subscriptions?customer=${customer}`);
  expect(running.map(({ status }) => status)).toEqual(["active"]);
  expect(await openSessionsOf(userId)).toEqual([]);
  const charges = await atProvider<Charge>(`charges?customer=${customer}`);
  const kept = charges.filter(({ amount_refunded: back }) => back === 0);
  expect(kept.map(({ amount }) => amount)).toEqual([1_999]);
  expect(await statusOf(userId)).toMatchObject({ status: "active", plan: "monthly" });
  expect(states.of(userId).at(-1)).toMatchObject({ entitled: true, status: "active" });
  expect(await count("payments", { userId, status: "succeeded" })).toBe(1);
  expect(await count("payments", { userId, conversion: { $exists: true } })).toBe(1);
};

const nothingIsLeft = async () => {
  const pending = { effectsDueAt: { $exists: true }, erasedAt: { $exists: false } };
  for (const collection of ["subscriptions", "payments"])
    expect(await count(collection, pending)).toBe(0);
  expect(await count("webhook_inbox", { dueAt: { $exists: true } })).toBe(0);
  expect(await count("subscriptions", { pendingAt: { $exists: true } })).toBe(0);
};

const endsWell = async (userId: string) => {
  await eventually(() => isSettled(userId), patient);
  await eventually(nothingIsLeft, patient);
};

/** Pays a page in an order of events, one of which arrives behind all others, while the process crashes. */
const crashAtPayment = async (point: CrashPoint, order: Order, userId: string, url: string) => {
  webhooks.delay(await customerOf(userId), planOf(buyersSoFar).late);
  setOrder(system.sandbox, order);
  await webhooks.deliver(); // An older event would crash the process before the payment.
  await crashAt(point, () => paysOnce(userId, url));
  await webhooks.deliverLate();
};

let buyersSoFar = 0;
const newBuyer = () => `usr_step_${(buyersSoFar += 1)}`;

it.each(wholeCheckout)(
  "opens one page for a buyer who repeats the request after a crash before %s",
  async (what, point) => {
    const userId = newBuyer();
    if (!what.startsWith("the customer")) await openPage(userId);
    await crashAtCheckout(point, userId);
    const { url, sessionId } = await openPage(userId);
    await eventually(
      async () => expect(await openSessionsOf(userId)).toEqual([sessionId]),
      patient,
    );
    await paysOnce(userId, url);
    await endsWell(userId);
  },
  120_000,
);

describe("after a crash between creating and storing a customer", () => {
  type Customer = { id: string; metadata: { userId?: string } };
  const customersOf = async (userId: string) =>
    (await atProvider<Customer>("customers?limit=100"))
      .filter(({ metadata }) => metadata.userId === userId)
      .map(({ id }) => id);

  it("creates no second customer for a buyer whose address has changed since the crash", async () => {
    const userId = newBuyer();
    await crashAtCheckout(after("provider.createCustomer"), userId);
    // The provider treats the same request with another address as a new one.
    system.emails.set(userId, `${userId}@example.com`);
    await openPage(userId);
    system.emails.delete(userId);
    expect(await customersOf(userId)).toEqual([await customerOf(userId)]);
  }, 120_000);

  it("stores the customer of a buyer who does not repeat the request after the crash", async () => {
    const userId = newBuyer();
    await crashAtCheckout(after("provider.createCustomer"), userId);
    const customers = await customersOf(userId);
    await eventually(async () => expect([await customerOf(userId)]).toEqual(customers), patient);
  }, 120_000);

  it("erases the customer of a user who is deleted after the crash", async () => {
    const userId = newBuyer();
    await crashAtCheckout(after("provider.createCustomer"), userId);
    const [customer = ""] = await customersOf(userId);
    const accounts = accountsGrpc(system.billing.grpcPort);
    await eventually(async () => {
      expect(await accounts.EraseUser({ userId })).toEqual({ done: true });
    }, patient);
    accounts.close();
    // A worker may erase the customer after the response.
    await eventually(
      async () =>
        expect(await askProvider(`customers/${customer}`)).toMatchObject({ deleted: true }),
      patient,
    );
  }, 120_000);
});

/** The steps in both orders of events, or each in one of them. */
const inOrders = (steps: Step[]) =>
  steps.flatMap(([what, point], index) =>
    (isThorough ? orderNames : [planOf(index).order]).map((order) => [what, order, point] as const),
  );

it.each(inOrders(wholePayment))(
  "applies a payment once after a crash before %s, in %s",
  async (_what, order, point) => {
    const userId = newBuyer();
    const { url } = await openPage(userId);
    await eventually(nothingIsLeft, patient);
    await crashAtPayment(point, order, userId, url);
    await endsWell(userId);
  },
  120_000,
);

it.each(inOrders(wholeRefund))(
  "refunds the second payment once after a crash before %s, in %s",
  async (_what, order, point) => {
    const { control } = system.sandbox;
    const userId = newBuyer();
    const expiry = { method: "POST", path: "/v1/checkout/sessions/*/expire" } as const;
    control.failNext({ ...expiry, times: 1_000 });
    const [first, second] = [await openPage(userId), await openPage(userId)];
    control.clearFailures();
    await paysOnce(userId, first.url);
    await becomes(userId, "active");
    await eventually(nothingIsLeft, patient);
    await crashAtPayment(point, order, userId, second.url);
    await endsWell(userId);
    expect(await openSessionsOf(userId)).toEqual([]);
  },
  120_000,
);
