import { createLogger } from "@orbline/kit/observability/logger";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { defaultAccessRules as rules } from "../src/domain/access.ts";
import { type Checkout, newCheckout } from "../src/domain/checkout.ts";
import { addDuty, dischargeDuty } from "../src/domain/duties.ts";
import { migrations } from "../src/store/migrations.ts";
import { mongoCheckouts } from "../src/store/mongo-checkouts.ts";
import { mongoConversions } from "../src/store/mongo-conversions.ts";
import { mongoErasedUsers } from "../src/store/mongo-erased-users.ts";
import { mongoPayments } from "../src/store/mongo-payments.ts";
import { orderOf } from "../src/store/pages.ts";
import { mongoSubscriptions } from "../src/store/mongo-subscriptions.ts";
import { mongoTrialCards } from "../src/store/mongo-trial-cards.ts";
import { mongoWebhookInbox } from "../src/store/mongo-webhook-inbox.ts";

type Query = { collection: string; method: string; filter: object; sort?: Record<string, 1 | -1> };

let connection: Connection;
beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
  await migrate(connection, migrations);
});
afterAll(() => connection.close());

/** What mongoose really sends while the work goes on. */
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

it("every query of a request or a sweep is answered from an index", async () => {
  const now = new Date();
  const clock = { now: () => now };
  const changed = () => undefined;
  const subscriptions = mongoSubscriptions({ connection, clock, rules, changed });
  const checkouts = mongoCheckouts({ connection });
  const inbox = mongoWebhookInbox({ connection });
  const records = mongoPayments({ connection, changed });
  const cursor = Buffer.from(orderOf(now, "evt_1")).toString("base64url");
  const erasedUsers = mongoErasedUsers({ connection });
  const trialCards = mongoTrialCards({ connection });
  const conversions = mongoConversions({ connection });
  const plan = "monthly" as const;

  const queries = await queriesOf(async () => {
    await subscriptions.find("usr_1");
    await subscriptions.findLapsed(now, 10);
    await subscriptions.findWithDuties(10);
    await checkouts.create(
      newCheckout({ id: "chk_1", userId: "usr_1", plan, source: "test", createdAt: now }),
    );
    await checkouts.open("chk_1", { sessionId: "cs_1", url: "http://127.0.0.1" });
    await checkouts.findBySession("cs_1");
    await checkouts.findOpen("usr_1");
    await checkouts.replace("chk_1");
    await checkouts.pay("chk_1", "cs_1");
    await inbox.receive({ id: "evt_1", type: "x", objectId: "cs_1", payload: "{}" });
    await inbox.findOpen("evt_1");
    await inbox.findDue(now, 10);
    await inbox.postpone("evt_1", "down", now);
    await inbox.finish("evt_1", "done");
    await inbox.forget(now);
    await inbox.list({ limit: 2 });
    await inbox.list({ limit: 2, outcome: "failed", cursor });
    await inbox.reopen("evt_1", now);
    await records.list({ limit: 2, cursor });
    await records.list({ limit: 2, userId: "usr_1" });
    await records.list({ limit: 2, status: "disputed", cursor });
    await records.list({ limit: 2, status: "succeeded" });
    await records.findWithDuties(10);
    await subscriptions.countActive();
    await checkouts.findRemindable(now, 10);
    await checkouts.findOf("usr_1");
    await checkouts.findMailedTo("usr_1");
    await checkouts.findLost(now, 10);
    await checkouts.findStarting("usr_1");
    await checkouts.forget("chk_1");
    await erasedUsers.add("usr_1", { since: now, settlesAt: now });
    await erasedUsers.findUnsettled(now, 10);
    await erasedUsers.settle("usr_1");
    await erasedUsers.has("usr_1");
    await trialCards.claim("card", "usr_1");
    await trialCards.claim("card", "usr_2");
    await trialCards.findOf("usr_1");
    await trialCards.disown("usr_1");
    await conversions.findOf("usr_1");
    await conversions.disown("usr_1");
  });
  expect(queries.length).toBeGreaterThanOrEqual(14);
  const byFields = queries.filter(({ filter }) => !("_id" in filter));
  expect(byFields.length).toBeGreaterThanOrEqual(6);
  for (const query of byFields) expect(await planOf(query)).toContain("IXSCAN");
  const scan = { collection: "checkouts", method: "find", filter: { plan } };
  expect(await planOf(scan)).toContain("COLLSCAN");
});

it("pages that were lost come from an index in the order of their ids, also behind the first of them", async () => {
  const now = new Date();
  const checkouts = mongoCheckouts({ connection });
  for (const id of ["chk_lost_1", "chk_lost_2"])
    await checkouts.create(newCheckout({ id, plan: "monthly", source: "test", createdAt: now }));
  const queries = await queriesOf(async () => {
    await checkouts.findLost(now, 1);
    await checkouts.findLost(now, 1);
  });
  expect(queries.map(({ filter }) => "_id" in filter)).toEqual([false, true]);
  for (const query of queries) {
    const plan = await planOf(query);
    expect(plan).toContain("status_id");
    expect(plan).not.toMatch(/"SORT"|"sorted":false/);
  }
  for (const id of ["chk_lost_1", "chk_lost_2"]) await checkouts.forget(id);
});

it("what is to be done is read on behind what stays in its list, then from the beginning", async () => {
  const now = new Date();
  const clock = { now: () => now };
  const changed = () => undefined;
  const subscriptions = mongoSubscriptions({ connection, clock, rules, changed });
  const checkouts = mongoCheckouts({ connection });
  const page = { plan: "monthly" as const, source: "test", createdAt: now, remindAt: now };
  for (const objectId of ["1", "2", "3"]) {
    const duty = { kind: "refund", objectId, reason: "duplicate" } as const;
    await subscriptions.update(`usr_owed_${objectId}`, (state) => addDuty(state, duty));
    await checkouts.create(newCheckout({ id: `chk_left_${objectId}`, ...page }));
  }
  const idsOf = (found: Checkout[]) => found.map(({ id }) => id);
  const lists = [
    () => subscriptions.findWithDuties(2),
    async () => idsOf(await checkouts.findLost(now, 2)),
    async () => idsOf(await checkouts.findRemindable(now, 2)),
  ];
  for (const read of lists) {
    const [first, second, third] = [await read(), await read(), await read()];
    expect(new Set([...first, ...second]).size).toBe(3);
    expect(third).toEqual(first);
  }
});

it("what is done leaves its list, and none of those behind it is passed over", async () => {
  const now = new Date();
  const changed = () => undefined;
  const clock = { now: () => now };
  const subscriptions = mongoSubscriptions({ connection, clock, rules, changed });
  const erasedUsers = mongoErasedUsers({ connection });
  const ids = ["5", "2", "4", "1", "3"].map((name) => `usr_leaves_${name}`);
  const duty = { kind: "refund", objectId: "1", reason: "duplicate" } as const;
  for (const id of ids) {
    await subscriptions.update(id, (state) => addDuty(state, duty));
    await erasedUsers.add(id, { since: now, settlesAt: now });
  }
  const strikeOut = (id: string) => subscriptions.update(id, (state) => dischargeDuty(state, duty));
  const unsettled = async () =>
    (await erasedUsers.findUnsettled(now, 2)).map(({ userId }) => userId);
  const lists = [
    { read: () => subscriptions.findWithDuties(2), strikeOut },
    { read: unsettled, strikeOut: erasedUsers.settle },
  ];
  for (const list of lists) {
    const seen: string[] = [];
    // One round, whatever else stands in the list.
    for (let batch = await list.read(); batch.length > 0; batch = await list.read()) {
      if (batch.some((id) => seen.includes(id))) break;
      seen.push(...batch);
      for (const id of batch) if (ids.includes(id)) await list.strikeOut(id);
    }
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids.toSorted());
  }
});

it("an event whose object has no id is kept, and forgotten once its time is over", async () => {
  const inbox = mongoWebhookInbox({ connection });
  const event = { id: "evt_balance", type: "balance.available", objectId: "", payload: "{}" };
  expect(await inbox.receive(event)).toBe(true);
  expect(await inbox.receive(event)).toBe(false);
  const later = new Date(Date.now() + 60_000);
  await inbox.forget(later);
  expect(await inbox.findOpen(event.id)).toMatchObject({ objectId: "" });
  await inbox.finish(event.id, "ignored");
  expect(await inbox.forget(new Date(0))).toBe(0);
  expect(await inbox.forget(later)).toBe(1);
  expect(await inbox.findOpen(event.id)).toBeUndefined();
});

it("a checkout that was paid stays paid when a newer one would replace it", async () => {
  const checkouts = mongoCheckouts({ connection });
  const fields = { id: "chk_2", userId: "usr_2", plan: "monthly" as const, source: "test" };
  await checkouts.create(newCheckout({ ...fields, createdAt: new Date() }));
  await checkouts.pay("chk_2", "cs_2");
  await checkouts.replace("chk_2");
  expect((await checkouts.find("chk_2"))?.status).toBe("paid");
});

it("a guest's purchase is claimed or given back, whichever begins first", async () => {
  const now = new Date();
  const checkouts = mongoCheckouts({ connection });
  const guest = { secretHash: "x", mailed: 1, accountId: "usr_1" };
  for (const id of ["chk_claimed", "chk_abandoned"])
    await checkouts.create(
      newCheckout({ id, guest, plan: "monthly", source: "test", createdAt: now }),
    );
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
  for (const id of ["chk_claimed", "chk_abandoned"]) await checkouts.forget(id);
});
