import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { eventually } from "@orbline/kit/testing/eventually";
import type { Webhook, WebhooksResponse } from "@orbline/proto/http/admin/operations";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buyers } from "./buyers.ts";
import { adminGet, newName, pay, startSystem, type System, user } from "./service.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());
afterEach(() => {
  system.sandbox.control.setWebhooks({ drop: false });
  system.sandbox.control.clearFailures();
});

const {
  signUp,
  checkout,
  guestCheckout,
  statusOf,
  verify,
  becomes,
  askProvider,
  atProvider,
  customerOf,
} = buyers(() => system);
const patient = { timeoutMs: 30_000, everyMs: 100 };

const eraseOnce = async (userId: string) => (await system.accounts.EraseUser({ userId })).done;

/** Identity repeats the call until the erasure is complete. */
const erase = (userId: string) =>
  eventually(async () => expect(await eraseOnce(userId)).toBe(true), patient);

const kept = async (userId: string) => {
  const { json } = await system.accounts.ExportUser({ userId });
  type Lists = "subscriptions" | "payments" | "checkouts" | "trialCards" | "affiliateConversions";
  return JSON.parse(json) as Record<Lists, object[]> & { keptAfterDeletion: object };
};

type Customer = { id: string; email: string | null; name: string | null; metadata: object };

/** The last state of a deleted customer at the provider. */
const lastKnownOf = async (customer: string) => {
  const path = "events?type=customer.deleted&limit=100";
  const events = await atProvider<{ data: { object: Customer } }>(path);
  return events.map(({ data }) => data.object).find(({ id }) => id === customer);
};

const isForgotten = async (customer: string) => {
  expect(await askProvider(`customers/${customer}`)).toMatchObject({ id: customer, deleted: true });
  const nobody = { email: null, name: null, metadata: {} };
  expect(await lastKnownOf(customer)).toMatchObject(nobody);
};

const openRows = async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  const connection = await connectMongo({ url: system.env["MONGO_URL"] ?? "", logger });
  type Row = { _id: string; userId?: string };
  const none: Row = { _id: "none" };
  return {
    none,
    find: (collection: string, filter: { _id: string } | { userId: string }) =>
      connection.collection<Row>(collection).find(filter).toArray(),
    close: () => connection.close(),
  };
};

type Charge = { amount: number; amount_refunded: number };

/** Expects that every subscription is canceled, that there are `count` charges, and that they took `keptCents` after refunds. */
const isOver = async (customer: string, keptCents: number, count = 1) => {
  const subscriptions = await atProvider<{ status: string }>(
    `subscriptions?status=all&customer=${customer}`,
  );
  expect(subscriptions.filter(({ status }) => status !== "canceled")).toEqual([]);
  const charges = await atProvider<Charge>(`charges?customer=${customer}`);
  const cents = charges.reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0);
  expect([charges.length, cents]).toEqual([count, keptCents]);
};

/** Waits until billing has tried every event at least once. */
const allEventsAreTried = () =>
  eventually(async () => {
    expect(system.sandbox.control.deliveries({ state: "pending" })).toEqual([]);
    const path = "/api/admin/webhooks?limit=100";
    const { webhooks } = await adminGet<WebhooksResponse>(system.billing.port, path);
    const isNew = ({ finishedAt, lastError }: Webhook) => finishedAt === null && lastError === null;
    expect(webhooks.filter(isNew)).toEqual([]);
  }, patient);

const failExpiry = () =>
  system.sandbox.control.failNext({
    method: "POST",
    path: "/v1/checkout/sessions/*/expire",
    times: 1_000,
  });

describe("the deletion of a user", () => {
  it("cancels subscriptions and erases the customer at the provider, and keeps only the payments here", async () => {
    const { userId, checkoutUrl, name } = await signUp({ plan: "monthly" });
    await pay(checkoutUrl, name);
    await becomes(userId, "active");
    const customer = await customerOf(userId);
    const { providerSubscriptionId: id = "" } = await system.grpc.GetSubscription({ userId });
    await eventually(async () => expect((await kept(userId)).payments).toHaveLength(1));
    expect(await kept(userId)).toMatchObject({
      subscriptions: [{ sources: [{ id, plan: "monthly" }] }],
      checkouts: [{ plan: "monthly", status: "paid" }],
    });

    await erase(userId);
    await isOver(customer, 1_999);
    await isForgotten(customer);
    expect(await atProvider(`invoices?customer=${customer}`)).toHaveLength(1);
    const payments = [{ plan: "monthly", amountCents: 1_999, refundedCents: 0 }];
    await eventually(async () =>
      expect(await kept(userId)).toMatchObject({ subscriptions: [], checkouts: [], payments }),
    );
    expect((await statusOf(userId)).status).toBe("none");
    await erase(userId);
    await isOver(customer, 1_999);
  });

  it("keeps the hash of a trial card without the user, and the affiliate conversion of a payment", async () => {
    const { find, none, close } = await openRows();
    const [trial, buyer] = [await signUp(), await signUp({ plan: "monthly", affiliateCode: "ad" })];
    for (const { checkoutUrl, name } of [trial, buyer]) await pay(checkoutUrl, name);
    await eventually(async () => {
      const claimedAt = expect.any(String) as string;
      expect((await kept(trial.userId)).trialCards).toEqual([{ claimedAt }]);
      const conversions = [{ code: "ad", plan: "monthly", amountCents: 1_999 }];
      expect((await kept(buyer.userId)).affiliateConversions).toMatchObject(conversions);
    }, patient);
    const { keptAfterDeletion } = await kept(trial.userId);
    const named = ["affiliateConversions", "payments", "selfExclusion", "trialCards"];
    expect(Object.keys(keptAfterDeletion).toSorted()).toEqual(named);
    const [{ _id: card } = none] = await find("trial_cards", { userId: trial.userId });
    const counted = { "conversion.code": "ad", userId: buyer.userId };
    const [conversion = none] = await find("payments", counted);

    for (const { userId } of [trial, buyer]) await erase(userId);
    expect(await find("trial_cards", { _id: card })).toEqual([{ _id: card }]);
    expect(await find("payments", counted)).toMatchObject([{ _id: conversion._id }]);
    await close();

    const again = await signUp();
    await pay(again.checkoutUrl, trial.name);
    await eventually(async () => {
      const { error } = await verify(again.sessionId, user(again.userId));
      expect(error).toContain("already had a free trial");
    }, patient);
  });

  it("completes at the provider as soon as the provider responds again", async () => {
    const { userId } = await signUp({ plan: "annual" });
    const customer = await customerOf(userId);
    system.sandbox.control.failNext({
      method: "DELETE",
      path: `/v1/customers/${customer}`,
      times: 50,
    });
    expect(await eraseOnce(userId)).toBe(false);
    system.sandbox.control.clearFailures();
    await eventually(() => isForgotten(customer), patient);
    await erase(userId);
  });

  it("closes every page that can still be paid", async () => {
    const { userId, checkoutUrl, name } = await signUp({ plan: "monthly" });
    const customer = await customerOf(userId);
    await erase(userId);
    expect((await pay(checkoutUrl, name)).status).not.toBe(303);
    expect(await atProvider(`charges?customer=${customer}`)).toEqual([]);
  });

  it("refuses a running checkout and erases what it has stored", async () => {
    const { userId } = await signUp({ plan: "monthly" });
    const before = await customerOf(userId);
    await erase(userId);
    const late = await checkout(userId, "annual");
    expect([late.status, late.body.checkoutUrl]).toEqual([404, undefined]);
    await eventually(async () => {
      expect(await atProvider("checkout/sessions?status=open&limit=100")).toEqual([]);
      const { keptAfterDeletion: _told, ...left } = await kept(userId);
      expect(new Set(Object.values(left).flat())).toEqual(new Set());
    }, patient);
    const grant = { userId, durationDays: 30, commandId: `grant-${userId}` };
    await expect(system.grpc.ActivateSubscription(grant)).rejects.toMatchObject({
      kind: "not-found",
    });
    const customers = await atProvider<Customer>("customers?limit=100");
    const known = customers.filter(({ metadata }) => JSON.stringify(metadata).includes(userId));
    expect([before, known]).toEqual([before, []]);
  });

  it("refunds an unclaimed guest purchase that waits for the account", async () => {
    const { userId, name } = await signUp({ plan: "monthly" });
    const { url, sessionId } = await guestCheckout(`${name}@example.com`, "annual");
    await pay(url, newName());
    type Session = { customer: string };
    const { customer } = await askProvider<Session>(`checkout/sessions/${sessionId}`);
    await eventually(() => {
      const sent = system.sandbox.control.deliveries({ state: "pending" });
      expect(sent).toEqual([]);
    }, patient);
    await eventually(async () => {
      await erase(userId);
      await isOver(customer, 0);
      await isForgotten(customer);
    }, patient);
  });
});

/** A user's checkouts in billing's database. */
const openCheckouts = async (userId: string) => {
  const logger = createLogger({ service: "test", level: "silent" });
  const connection = await connectMongo({ url: system.env["MONGO_URL"] ?? "", logger });
  const checkouts = connection.collection<{ _id: string; userId: string }>("checkouts");
  return {
    read: () => checkouts.find({ userId }).toArray(),
    write: (rows: { _id: string; userId: string }[]) => checkouts.insertMany(rows),
    close: () => connection.close(),
  };
};

describe("the deletion of a user in an unusual state", () => {
  it("completes when the provider no longer knows the subscription and the purchase", async () => {
    const { userId, checkoutUrl, name } = await signUp({ plan: "monthly" });
    await pay(checkoutUrl, name);
    await becomes(userId, "active");
    const { providerSubscriptionId = "" } = await system.grpc.GetSubscription({ userId });
    const { url, sessionId } = await guestCheckout(`${name}@example.com`, "annual");
    await pay(url, newName());
    expect(await verify(sessionId)).toEqual({ success: true });
    for (const object of [
      `subscriptions/${providerSubscriptionId}`,
      `checkout/sessions/${sessionId}`,
    ])
      system.sandbox.control.failNext({
        method: "GET",
        path: `/v1/${object}`,
        times: 1_000,
        status: 404,
      });
    await erase(userId);
    await eventually(async () =>
      expect(await kept(userId)).toMatchObject({ subscriptions: [], checkouts: [] }),
    );
  });

  it("erases later what a running request has stored", async () => {
    const { userId } = await signUp({ plan: "monthly" });
    const checkouts = await openCheckouts(userId);
    const before = await checkouts.read();
    expect(before).toHaveLength(1);
    await erase(userId);
    await eventually(async () => expect(await checkouts.read()).toEqual([]), patient);
    await checkouts.write(before);
    const minutes = 11 * 60_000;
    system.time.advance(minutes);
    await eventually(async () => expect(await checkouts.read()).toEqual([]), patient);
    system.time.advance(-minutes);
    await checkouts.close();
  });
});

describe("a page that is paid while its account is being deleted", () => {
  it.each(["monthly", "lifetime"])("(%s) is canceled and refunded", async (plan) => {
    failExpiry();
    const { userId, checkoutUrl, name } = await signUp({ plan });
    const customer = await customerOf(userId);
    expect(await eraseOnce(userId)).toBe(false);
    expect((await pay(checkoutUrl, name)).status).toBe(303);
    system.sandbox.control.clearFailures();
    await eventually(() => isOver(customer, 0), patient);
    await erase(userId);
    await isForgotten(customer);
    await eventually(
      async () => expect(await kept(userId)).toMatchObject({ subscriptions: [], checkouts: [] }),
      patient,
    );
    expect((await statusOf(userId)).status).toBe("none");
    expect((await system.billing.reconcile()).drifts).toEqual([]);
  });

  it.each(["monthly", "lifetime"])(
    "(%s) is refunded when its webhook arrives after the deletion",
    async (plan) => {
      const { control } = system.sandbox;
      control.setWebhooks({ drop: true });
      const { userId, checkoutUrl, name, sessionId } = await signUp({ plan });
      const customer = await customerOf(userId);
      await pay(checkoutUrl, name);
      const path = `/v1/checkout/sessions/${sessionId}`;
      control.failNext({ method: "GET", path, times: 1_000 });
      await erase(userId);
      control.clearFailures();
      control.setWebhooks({ drop: false });
      control.resend({ state: "dropped" });
      await eventually(() => isOver(customer, 0), patient);
      await isForgotten(customer);
      expect((await statusOf(userId)).status).toBe("none");
    },
  );
});

describe("a renewal that is charged while the provider does not cancel the plan of a deleted user", () => {
  const live = (days: number) => {
    system.time.advance(days * 86_400_000);
    system.sandbox.control.advance(days * 86_400);
  };

  const failCancellations = () => {
    for (const path of ["/v1/subscriptions/*", "/v1/customers/*"])
      system.sandbox.control.failNext({ method: "DELETE", path, times: 1_000 });
  };

  const boughtBy = {
    "a user": async () => {
      const { userId, checkoutUrl, name } = await signUp({ plan: "monthly" });
      await pay(checkoutUrl, name);
      return userId;
    },
    "a guest": async () => {
      const { url, sessionId, secret } = await guestCheckout(`${newName()}@example.com`);
      await pay(url, newName());
      return (await system.accounts.RedeemCheckout({ sessionId, secret })).userId;
    },
  };

  it.each(["a user", "a guest"] as const)("is refunded when %s bought it", async (who) => {
    const userId = await boughtBy[who]();
    await becomes(userId, "active");
    const customer = await customerOf(userId);
    await eventually(async () => expect((await kept(userId)).payments).toHaveLength(1), patient);
    failCancellations();
    expect(await eraseOnce(userId)).toBe(false);
    system.time.advance(11 * 60_000);
    await eventually(async () => expect((await kept(userId)).checkouts).toEqual([]), patient);
    live(32);
    expect(await atProvider(`charges?customer=${customer}`)).toHaveLength(2);
    system.sandbox.control.clearFailures();
    await erase(userId);
    await eventually(() => isOver(customer, 1_999, 2), patient);
  });

  it.each(["a user", "a guest"] as const)(
    "is refunded when it had failed before the deletion and %s bought it",
    async (who) => {
      const userId = await boughtBy[who]();
      await becomes(userId, "active");
      const customer = await customerOf(userId);
      system.sandbox.control.setCards(customer, "declines");
      live(32);
      await eventually(async () => expect((await kept(userId)).payments).toHaveLength(2), patient);
      failCancellations();
      expect(await eraseOnce(userId)).toBe(false);
      system.time.advance(11 * 60_000);
      await eventually(async () => expect((await kept(userId)).checkouts).toEqual([]), patient);
      system.sandbox.control.setCards(customer, "pays");
      live(8);
      type Paid = Charge & { paid: boolean };
      const charges = await atProvider<Paid>(`charges?customer=${customer}`);
      expect(charges.filter(({ paid }) => paid)).toHaveLength(2);
      // The event of the charge comes first: a recorded payment is kept.
      await allEventsAreTried();
      system.sandbox.control.clearFailures();
      await erase(userId);
      await eventually(async () => {
        const now = await atProvider<Paid & { refunded: boolean }>(`charges?customer=${customer}`);
        const isRefunded = now.filter(({ paid }) => paid).map(({ refunded }) => refunded);
        expect(isRefunded).toEqual([true, false]);
      }, patient);
    },
  );
});

it("keeps the charge of a guest's trial that was claimed after it", async () => {
  const { userId, name } = await signUp();
  const { url, sessionId } = await guestCheckout(`${name}@example.com`, "trial");
  await pay(url, newName());
  await eventually(async () => expect(await verify(sessionId)).toEqual({ success: true }));
  type Session = { client_reference_id: string; customer: string };
  const session = await askProvider<Session>(`checkout/sessions/${sessionId}`);
  const seconds = 2 * 86_400 + 7_200;
  system.time.advance(seconds * 1_000);
  system.sandbox.control.advance(seconds);
  expect(await atProvider(`charges?customer=${session.customer}`)).toHaveLength(1);
  await allEventsAreTried();
  await system.accounts.ClaimCheckout({ checkoutId: session.client_reference_id, userId });
  expect((await kept(userId)).payments).toMatchObject([{ amountCents: 1_999 }]);
  await erase(userId);
  await isOver(session.customer, 1_999);
});
