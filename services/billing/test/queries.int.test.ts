import { createLogger } from "@orbline/kit/observability/logger";
import { encodeCursor, orderKey } from "@orbline/kit/http/cursor";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { dueItems } from "@orbline/kit/mongo/due-items";
import { testEngines } from "@orbline/kit/testing/engines";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BillingContext } from "../src/config.ts";
import type { Checkout } from "../src/domain/checkout.ts";
import { mongoCheckouts } from "../src/store/checkouts.ts";
import { migrations } from "../src/store/migrations.ts";
import { mongoPayments } from "../src/store/payments.ts";
import { mongoSubscriptions } from "../src/store/subscriptions.ts";
import { mongoTrialCards } from "../src/store/trial-cards.ts";
import { mongoWebhooks, webhookCollection } from "../src/store/webhooks.ts";

type Query = { collection: string; method: string; filter: object; sort?: Record<string, 1 | -1> };

let connection: Connection;
beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
  await migrate(connection, migrations);
});
afterAll(() => connection.close());

/** The queries that the driver sends while `work` runs. */
const queriesOf = async (work: () => Promise<unknown>) => {
  const queries: Query[] = [];
  const writes = new Set(["insertOne"]);
  connection.set(
    "debug",
    (collection: string, method: string, filter: object, options: unknown) => {
      const { sort } = (options ?? {}) as Pick<Query, "sort">;
      if (!writes.has(method)) queries.push({ collection, method, filter, ...(sort && { sort }) });
    },
  );
  await work();
  connection.set("debug", false);
  return queries;
};

const planOf = async ({ collection, filter, sort = {} }: Query) => {
  const cursor = connection.collection(collection).find(filter, { sort, limit: 10 });
  return JSON.stringify((await cursor.explain())["queryPlanner"]);
};

const newCheckout = (fields: Pick<Checkout, "id" | "createdAt"> & Partial<Checkout>): Checkout => ({
  plan: "monthly",
  source: "test",
  status: "starting",
  ...fields,
});

const openStores = (now: Date) => {
  const clock = { now: () => now };
  const config = { GRACE_DAYS: 3, RENEWAL_SLACK_HOURS: 24 };
  const service = { connection, clock, config } as BillingContext;
  return {
    subscriptions: mongoSubscriptions(service, { changed: () => undefined }),
    payments: mongoPayments(service),
    checkouts: mongoCheckouts(service),
    webhooks: mongoWebhooks(service),
    webhookItems: dueItems({ collection: webhookCollection(connection), clock }),
    effects: dueItems({
      collection: connection.collection<{ _id: string }>("payments"),
      clock,
      dueField: "effectsDueAt",
    }),
    trialCards: mongoTrialCards(service),
  };
};

it("uses an index for every query of a request or a sweep", async () => {
  const now = new Date();
  const stores = openStores(now);
  const { subscriptions, payments, checkouts, webhooks, trialCards } = stores;
  const cursor = encodeCursor(orderKey(now, "evt_1"));
  const queries = await queriesOf(async () => {
    await subscriptions.find("usr_1");
    await subscriptions.findLapsed(now, 10);
    await subscriptions.countActive();
    await checkouts.create(newCheckout({ id: "chk_1", userId: "usr_1", createdAt: now }));
    await checkouts.open("chk_1", { sessionId: "cs_1", url: "http://127.0.0.1" });
    await checkouts.findBySession("cs_1");
    await checkouts.findOpen("usr_1");
    await checkouts.replace("chk_1");
    await checkouts.pay("chk_1", "cs_1");
    await checkouts.findRemindable(now, 10);
    await checkouts.findOf("usr_1");
    await checkouts.findMailedTo("usr_1");
    await checkouts.findInterrupted(now, 10);
    await checkouts.delete("chk_1");
    await webhooks.receive({ id: "evt_1", type: "x", objectId: "cs_1" });
    await stores.webhookItems.claim();
    await stores.webhookItems.nextInMs();
    await stores.effects.claim();
    await webhooks.list({ limit: 2 });
    await webhooks.list({ limit: 2, outcome: "failed", cursor });
    await webhooks.reopen("evt_1", now);
    await webhooks.deleteFinished(now);
    await payments.list({ limit: 2, cursor });
    await payments.list({ limit: 2, userId: "usr_1" });
    await payments.list({ limit: 2, status: "disputed", cursor });
    await payments.list({ limit: 2, status: "succeeded" });
    await trialCards.claim("card", "usr_1");
    await trialCards.claim("card", "usr_2");
    await trialCards.findOf("usr_1");
    await trialCards.anonymize("usr_1");
  });
  expect(queries.length).toBeGreaterThanOrEqual(14);
  const byFields = queries.filter(({ filter }) => !("_id" in filter));
  expect(byFields.length).toBeGreaterThanOrEqual(6);
  for (const query of byFields) expect(await planOf(query)).toContain("IXSCAN");
  const scan = { collection: "checkouts", method: "find", filter: { plan: "monthly" } };
  expect(await planOf(scan)).toContain("COLLSCAN");
});

it("reads interrupted checkouts in the order of their ids, each once, then from the first again", async () => {
  const now = new Date();
  const { checkouts } = openStores(now);
  for (const number of [1, 2, 3])
    await checkouts.create(
      newCheckout({ id: `chk_lost_${number}`, createdAt: now, remindAt: now }),
    );
  const queries = await queriesOf(async () => {
    for (const read of [checkouts.findInterrupted, checkouts.findRemindable]) {
      const [first, second, third] = [await read(now, 2), await read(now, 2), await read(now, 2)];
      expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(3);
      expect(third).toEqual(first);
    }
  });
  const interrupted = queries.filter(({ filter }) => "status" in filter);
  for (const query of interrupted) {
    const plan = await planOf(query);
    expect(plan).toContain("status_id");
    expect(plan).not.toMatch(/"SORT"|"sorted":false/);
  }
  for (const number of [1, 2, 3]) await checkouts.delete(`chk_lost_${number}`);
});

it("stores an event without an object id once, and deletes it when its time is over", async () => {
  const { webhooks, webhookItems } = openStores(new Date(Date.now() + 1_000));
  const event = { id: "evt_balance", type: "balance.available", objectId: "" };
  expect(await webhooks.receive(event)).toBe(true);
  expect(await webhooks.receive(event)).toBe(false);
  const later = new Date(Date.now() + 60_000);
  await webhooks.deleteFinished(later);
  for (let item = await webhookItems.claim(); item; item = await webhookItems.claim())
    await webhookItems.done(item, { $set: { outcome: "ignored", finishedAt: new Date() } });
  expect(await webhooks.deleteFinished(new Date(0))).toBe(0);
  const list = async () => (await webhooks.list({ limit: 1, id: event.id })).rows;
  expect(await list()).toMatchObject([{ objectId: "", outcome: "ignored", attempts: 1 }]);
  expect(await webhooks.reopen(event.id, new Date())).toMatchObject({
    outcome: "open",
    attempts: 0,
  });
  const [item] = [await webhookItems.claim()];
  if (item) await webhookItems.done(item, { $set: { outcome: "done", finishedAt: new Date() } });
  expect(await webhooks.deleteFinished(later)).toBeGreaterThanOrEqual(1);
  expect(await list()).toEqual([]);
});

it("keeps a paid checkout paid when a newer one would replace it", async () => {
  const { checkouts } = openStores(new Date());
  await checkouts.create(newCheckout({ id: "chk_2", userId: "usr_2", createdAt: new Date() }));
  await checkouts.pay("chk_2", "cs_2");
  await checkouts.replace("chk_2");
  expect((await checkouts.find("chk_2"))?.status).toBe("paid");
});

it("either claims or refunds a guest's purchase, whichever begins first", async () => {
  const now = new Date();
  const { checkouts } = openStores(now);
  const guest = { secretHash: "x", mailed: 1, accountId: "usr_1" };
  for (const id of ["chk_claimed", "chk_abandoned"])
    await checkouts.create(newCheckout({ id, guest, createdAt: now }));
  expect(await checkouts.claim("chk_claimed", "usr_2", now)).toBe(false);
  for (const at of [now, new Date(now.getTime() + 1)])
    expect(await checkouts.claim("chk_claimed", "usr_1", at)).toBe(true);
  expect(await checkouts.abandon("chk_claimed", now)).toBe(false);
  const claimed = { userId: "usr_1", guest: { ...guest, claimedAt: now } };
  expect(await checkouts.find("chk_claimed")).toMatchObject(claimed);

  for (const at of [now, new Date(now.getTime() + 1)])
    expect(await checkouts.abandon("chk_abandoned", at)).toBe(true);
  expect(await checkouts.claim("chk_abandoned", "usr_1", now)).toBe(false);
  const abandoned = { guest: { ...guest, abandoningAt: now } };
  expect(await checkouts.find("chk_abandoned")).toMatchObject(abandoned);
  for (const id of ["chk_claimed", "chk_abandoned"]) await checkouts.delete(id);
});

it("either signs the browser of a guest in or refunds the purchase, whichever begins first", async () => {
  const now = new Date();
  const { checkouts } = openStores(now);
  const guest = { secretHash: "x", mailed: 1, accountId: "usr_1" };
  const ids = ["chk_login", "chk_refund", "chk_claim"];
  for (const id of ids) await checkouts.create(newCheckout({ id, guest, createdAt: now }));
  expect(await checkouts.useLogin("chk_login", now)).toBe(true);
  expect(await checkouts.useLogin("chk_login", now)).toBe(false);
  expect(await checkouts.abandon("chk_login", now)).toBe(false);
  expect(await checkouts.claim("chk_login", "usr_1", now)).toBe(true);

  expect(await checkouts.abandon("chk_refund", now)).toBe(true);
  expect(await checkouts.useLogin("chk_refund", now)).toBe(false);

  expect(await checkouts.claim("chk_claim", "usr_1", now)).toBe(true);
  expect(await checkouts.useLogin("chk_claim", now)).toBe(false);
  for (const id of ids) await checkouts.delete(id);
});
