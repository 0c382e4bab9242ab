import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { eventually } from "@orbline/kit/testing/eventually";
import type { CheckoutResponse } from "@orbline/proto/http/billing";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { billingProcess } from "./billing-process.ts";
import { buyers } from "./buyers.ts";
import { type SourceLine, stopBefore } from "./debugger.ts";
import { readPayments, readStates } from "./states.ts";
import { accountsGrpc, adminGrpc, call, pay, startDoubles, user } from "./service.ts";

const at = (file: string, text: string): SourceLine => ({ file, text });
const opening = (text: string) => at("billing/src/use-cases/open-checkout.ts", text);
const fulfilling = (text: string) => at("billing/src/use-cases/fulfil-checkout.ts", text);
const receiving = (text: string) => at("billing/src/use-cases/receive-webhook.ts", text);
const working = (text: string) => at("billing/src/use-cases/process-webhook.ts", text);
const publishing = (text: string) => at("kit/src/relay.ts", text);
const discharging = (text: string) => at("billing/src/use-cases/discharge-duties.ts", text);

type Step = [before: string, line: SourceLine];

const customerStored = opening("const { state } = await subscriptions.update(account.id");

/** What happens from the buyer's wish to the page that the buyer is led to. */
const wholeCheckout: Step[] = [
  ["the checkout is stored", opening("const userId = account.id;")],
  [
    "the customer is made",
    opening("const customerId = await customerOf(deps, account, checkoutId)"),
  ],
  ["the customer is stored", customerStored],
  ["the page is made", opening("const session = { checkoutId, userId,")],
  ["the page is stored", opening("await checkouts.open(checkoutId, page);")],
  ["an older page is closed and the buyer told", opening("return keepNewest(deps, {")],
];

/** What happens from the payment on the page until everybody knows. */
const wholePayment: Step[] = [
  ["the webhook is stored", receiving("const isNew = await inbox.receive(")],
  ["the webhook is acknowledged", receiving("if (isNew) work(event.id);")],
  ["the work on it begins", working("const hadEffect = await work(deps,")],
  ["access is stored", fulfilling("const { state: subscription } = await apply(")],
  [
    "the checkout is marked as paid",
    fulfilling("if (await deps.erasedUsers.has(userId)) return undo("),
  ],
  ["the payment is stored", at("billing/src/use-cases/record-payment.ts", "records.update(")],
  ["the work is noted as done", working("await deps.inbox.finish(id, hadEffect")],
  ["the change is published", publishing("await send(document, value);")],
  ["its publication is noted", publishing("if (await settle(document, value === null)) return;")],
];

/** What happens when a second page is paid too. */
const wholeRefund: Step[] = [
  [
    "the second payment goes back",
    discharging("await unlessGone(deps)({ what, objectId }, () => carryOut("),
  ],
  ["it is noted that it went back", discharging("await subscriptions.update(userId, (current)")],
];

type Surroundings = Awaited<ReturnType<typeof startDoubles>>;
let system: Surroundings & { grpc: ReturnType<typeof adminGrpc> };
let child: ReturnType<typeof billingProcess>;
let connection: Connection;
let states: Awaited<ReturnType<typeof readStates>>;
let payments: Awaited<ReturnType<typeof readPayments>>;

beforeAll(async () => {
  const doubles = await startDoubles();
  const env: Record<string, string> = { ...doubles.env, CHECKOUT_PATIENCE_SECONDS: "2" };
  system = { ...doubles, env, grpc: adminGrpc(doubles.billing.grpcPort) };
  child = billingProcess(env, { inspect: true });
  await child.start();
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: env["MONGO_URL"] ?? "", logger });
  states = await readStates();
  payments = await readPayments();
});
afterAll(async () => {
  await child.kill();
  system.grpc.close();
  await states.close();
  await payments.close();
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

/** A buyer goes on asking until there is a page. */
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

/** Does something that makes the process come to a line, and kills it before that. */
const killBefore = async (line: SourceLine, act: () => Promise<unknown>) => {
  const { stopped, close } = await stopBefore(await child.debuggerUrl(), line);
  const acting = act().catch(() => undefined); // the kill cuts it off
  await stopped;
  await child.kill();
  close();
  await acting;
  await child.start();
};

const paysOnce = async (userId: string, url: string) =>
  expect((await pay(url, userId)).status).toBe(303);

type Charge = { amount: number; amount_refunded: number; payment_intent: string };

const count = (collection: string, filter: object) =>
  connection.collection(collection).countDocuments(filter);

/** One subscription, paid once, known to everybody once; nothing is left that could be paid. */
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
  const paid = kept[0]?.payment_intent ?? "";
  expect(payments.of(paid).at(-1)).toMatchObject({ userId, status: "succeeded" });
  expect(await count("payments", { userId, status: "succeeded" })).toBe(1);
  expect(await count("affiliate_conversions", { userId })).toBe(1);
};

const nothingIsLeft = async () => {
  expect(await count("subscriptions", { hasDuties: true })).toBe(0);
  expect(await count("webhook_inbox", { dueAt: { $exists: true } })).toBe(0);
  for (const collection of ["subscriptions", "payments"])
    expect(await count(collection, { pendingAt: { $exists: true } })).toBe(0);
};

const endsWell = async (userId: string) => {
  await eventually(() => isSettled(userId), patient);
  await eventually(nothingIsLeft, patient);
};

let buyersSoFar = 0;
const newBuyer = () => `usr_step_${(buyersSoFar += 1)}`;

it.each(wholeCheckout)(
  "killed before %s, a buyer who asks again has one page",
  async (what, line) => {
    const userId = newBuyer();
    if (!what.startsWith("the customer")) await openPage(userId);
    await killBefore(line, () => checkout(userId));
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

describe("killed when the provider has made a customer, before that is stored,", () => {
  type Customer = { id: string; metadata: { userId?: string } };
  const customersOf = async (userId: string) =>
    (await atProvider<Customer>("customers?limit=100"))
      .filter(({ metadata }) => metadata.userId === userId)
      .map(({ id }) => id);

  it("a buyer with another address since then is no second customer", async () => {
    const userId = newBuyer();
    await killBefore(customerStored, () => checkout(userId));
    // by which the same wish is another one to the provider
    system.emails.set(userId, `${userId}@example.com`);
    await openPage(userId);
    system.emails.delete(userId);
    expect(await customersOf(userId)).toEqual([await customerOf(userId)]);
  }, 120_000);

  it("a buyer who does not come again is known all the same", async () => {
    const userId = newBuyer();
    await killBefore(customerStored, () => checkout(userId));
    const customers = await customersOf(userId);
    await eventually(async () => expect([await customerOf(userId)]).toEqual(customers), patient);
  }, 120_000);

  it("a buyer who leaves is forgotten there too", async () => {
    const userId = newBuyer();
    await killBefore(customerStored, () => checkout(userId));
    const [customer = ""] = await customersOf(userId);
    const accounts = accountsGrpc(system.billing.grpcPort);
    await eventually(async () => {
      expect(await accounts.EraseUser({ userId })).toEqual({ done: true });
    }, patient);
    accounts.close();
    // A worker that finds the customer at this moment erases it itself, behind that answer.
    await eventually(
      async () =>
        expect(await askProvider(`customers/${customer}`)).toMatchObject({ deleted: true }),
      patient,
    );
  }, 120_000);
});

it.each(wholePayment)(
  "killed before %s, a payment has its effect once",
  async (_what, line) => {
    const userId = newBuyer();
    const { url } = await openPage(userId);
    await eventually(nothingIsLeft, patient);
    await killBefore(line, () => paysOnce(userId, url));
    await endsWell(userId);
  },
  120_000,
);

it.each(wholeRefund)(
  "killed before %s, the second payment goes back once",
  async (_what, line) => {
    const { control } = system.sandbox;
    const userId = newBuyer();
    const expiry = { method: "POST", path: "/v1/checkout/sessions/*/expire" } as const;
    control.failNext({ ...expiry, times: 1_000 });
    const [first, second] = [await openPage(userId), await openPage(userId)];
    control.clearFailures();
    await paysOnce(userId, first.url);
    await becomes(userId, "active");
    await eventually(nothingIsLeft, patient);
    await killBefore(line, () => paysOnce(userId, second.url));
    await endsWell(userId);
    expect(await openSessionsOf(userId)).toEqual([]);
  },
  120_000,
);
