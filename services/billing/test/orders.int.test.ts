import { afterAll, beforeAll, expect, it } from "vitest";
import { idOf } from "../src/stripe/snapshot.ts";
import { buyers } from "./buyers.ts";
import { isThorough } from "@orbline/kit/testing/depth";
import { orderedWebhooks, orderNames, type Plan, setOrder } from "./ordered-webhooks.ts";
import { inParallel } from "./provider-client.ts";
import { brokenRules, expectedAccess } from "./provider-model.ts";
import { call, operationsGrpc, pay, startLivesSystem, user } from "./service.ts";
import { accessHeldBy, chargesOf } from "./storm-lives.ts";

const day = 86_400;
const newOrder = "the order since 2025-03-31";

type Buyer = { userId: string; customer: string };
type Act = (buyer: Buyer) => Promise<unknown>;

let system: Awaited<ReturnType<typeof startLivesSystem>>;
let admin: ReturnType<typeof operationsGrpc>;
let webhooks: Awaited<ReturnType<typeof orderedWebhooks>>;
beforeAll(async () => {
  system = await startLivesSystem();
  admin = operationsGrpc(system.billing.grpcPort);
  webhooks = await orderedWebhooks(system);
});
afterAll(async () => {
  admin.close();
  await webhooks.stop();
  await system.stop();
});

const { checkout, portal, statusOf } = buyers(() => system);

const newestCharge = async ({ customer }: Buyer) => (await chargesOf(webhooks.stripe, customer))[0];

const renewal =
  (action: "cancel" | "resume"): Act =>
  async ({ userId }) => {
    const path = `/api/subscription/${action}`;
    const options = { as: user(userId), body: {} };
    expect((await call(system.billing.port, "POST", path, options)).status).toBe(200);
  };

const cancelInPortal: Act = ({ userId }) => portal(userId, "cancel");

const refundAll: Act = async (buyer) =>
  system.sandbox.control.refund((await newestCharge(buyer))?.id ?? "", "all");

const dispute: Act = async (buyer) =>
  system.sandbox.control.dispute((await newestCharge(buyer))?.id ?? "");

const winDispute: Act = async (buyer) => {
  const charge = (await newestCharge(buyer))?.id ?? "";
  const { data } = await webhooks.stripe.disputes.list({ charge });
  system.sandbox.control.closeDispute(data[0]?.id ?? "", "won");
};

const setCards =
  (charge: "pays" | "declines"): Act =>
  async ({ customer }) =>
    system.sandbox.control.setCards(customer, charge);

const payBill: Act = async (buyer) => {
  await setCards("pays")(buyer);
  const { customer } = buyer;
  const { data } = await webhooks.stripe.invoices.list({ customer, status: "open" });
  for (const { id } of data) await webhooks.stripe.invoices.pay(id);
};

/** Days after each act; the same for all journeys, because the sandbox has one clock. */
const stretches = [1, 3, 28, 30];

const nothing: Act = () => Promise.resolve();

/** What a buyer buys, and one act for each stretch. */
const journeys: Record<string, { plan: string; acts: Act[] }> = {
  "a trial that is paid, renewed and canceled": {
    plan: "trial",
    acts: [nothing, nothing, nothing, renewal("cancel")],
  },
  "a month whose renewal fails and is paid": {
    plan: "monthly",
    acts: [nothing, setCards("declines"), nothing, payBill],
  },
  "a month whose renewals all fail": {
    plan: "monthly",
    acts: [nothing, setCards("declines"), nothing, nothing],
  },
  "a month that is canceled in the portal and ends": {
    plan: "monthly",
    acts: [nothing, cancelInPortal, nothing, nothing],
  },
  "a month that is canceled in the portal and resumed in the product": {
    plan: "monthly",
    acts: [cancelInPortal, renewal("resume"), nothing, cancelInPortal],
  },
  "a month that is refunded": { plan: "monthly", acts: [nothing, refundAll, nothing, nothing] },
  "a lifetime purchase with a dispute that is won": {
    plan: "lifetime",
    acts: [nothing, dispute, winDispute, nothing],
  },
};

type Life = Buyer & { journey: string; plan: Plan };

let count = 0;
const begin = async (journey: string, plan: Plan): Promise<Life> => {
  count += 1;
  const userId = `usr_order_${count}`;
  const { status, body } = await checkout(userId, journeys[journey]?.plan ?? "");
  if (!body.checkoutUrl) throw new Error(`no page: ${status} ${JSON.stringify(body)}`);
  const { customer } = await webhooks.stripe.checkout.sessions.retrieve(body.sessionId ?? "");
  webhooks.delay(idOf(customer) ?? "", plan.late);
  await pay(body.checkoutUrl, userId);
  return { userId, customer: idOf(customer) ?? "", journey, plan };
};

/** What differs between billing and the provider for one buyer. */
const differencesOf = async ({ userId, customer, journey, plan }: Life) => {
  const held = await accessHeldBy(webhooks.stripe, { userId, customer });
  const { status, ...dates } = expectedAccess(held, system.time.clock.now().getTime());
  const actual = await statusOf(userId);
  const wrong = Object.entries(dates).filter(
    ([key, value]) => actual[key as keyof typeof dates] !== value,
  );
  const charges = await chargesOf(webhooks.stripe, customer);
  const { payments } = await admin.ListPayments({ userId, limit: 0, cursor: "" });
  const recorded = payments
    .filter((payment) => payment.status !== "failed")
    .map(({ id, amountCents, refundedCents }) => `${id} ${amountCents} ${refundedCents}`);
  const charged = charges.map(
    (one) => `${idOf(one.payment_intent)} ${one.amount} ${one.amount_refunded}`,
  );
  const problems = [
    ...brokenRules(held),
    ...(status.includes(actual.status) ? [] : [`${actual.status}, not ${status.join(" or ")}`]),
    ...wrong.map(([key, value]) => `${key} is not ${value}`),
    ...(recorded.toSorted().join() === charged.toSorted().join()
      ? []
      : [`payments ${recorded.join()}, charges ${charged.join()}`]),
  ];
  return problems.map((problem) => `${journey}, ${plan.order}, late ${plan.late}: ${problem}`);
};

/** Lets these buyers live through their journeys; returns what is wrong in the end. */
const live = async (starts: [journey: string, plan: Plan][]) => {
  const lives: Life[] = [];
  for (const order of orderNames) {
    setOrder(system.sandbox, order);
    const own = starts.filter(([, plan]) => plan.order === order);
    await inParallel(own, async ([journey, plan]) => lives.push(await begin(journey, plan)));
  }
  await webhooks.deliver();
  for (const [at, days] of stretches.entries()) {
    await inParallel(lives, async (life) => journeys[life.journey]?.acts[at]?.(life));
    await webhooks.deliver();
    system.sandbox.control.advance(days * day);
    system.time.advance(days * day * 1_000);
    await webhooks.deliver();
  }
  await webhooks.deliverLate();
  const problems: string[] = [];
  await inParallel(lives, async (life) => problems.push(...(await differencesOf(life))));
  return { lives, problems };
};

it("agrees with the provider after every journey in both orders of events, and with each event behind all others", async () => {
  const names = Object.keys(journeys);
  const inOrder = await live(
    names.flatMap((name) => orderNames.map((order): [string, Plan] => [name, { order }])),
  );
  expect(inOrder.problems).toEqual([]);
  const journeysOf = new Map<string, string[]>();
  for (const { journey, customer } of inOrder.lives.filter(({ plan }) => plan.order === newOrder))
    for (const late of await webhooks.typesOf(customer))
      journeysOf.set(late, [...(journeysOf.get(late) ?? []), journey]);
  const delayed: [string, Plan][] = [];
  for (const [index, [late, having]] of [...journeysOf].entries())
    for (const journey of isThorough ? having : [having[index % having.length] ?? ""])
      delayed.push([journey, { order: orderNames[delayed.length % 2] ?? newOrder, late }]);
  expect((await live(delayed)).problems).toEqual([]);
  console.log(`${inOrder.lives.length} lives in order, ${delayed.length} with a late event`);
}, 600_000);
